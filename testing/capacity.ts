import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { Table } from '../functions/store/client'

/** Counts the capacity units that the engine reports for what `run` does, and its calls. */
export async function measureCharge(
  table: Table,
  run: () => Promise<unknown>,
): Promise<{ units: number; calls: number }> {
  const charged = { units: 0, calls: 0 }
  table.db.middlewareStack.add(
    (next, context) => async (args) => {
      if (context.commandName) Object.assign(args.input, { ReturnConsumedCapacity: 'INDEXES' })
      const result = await next(args)
      const { ConsumedCapacity: told } = result.output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }
      charged.calls += 1
      charged.units += [told ?? []].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
      return result
    },
    { step: 'initialize', name: 'capacity' },
  )
  try {
    await run()
  } finally {
    table.db.middlewareStack.remove('capacity')
  }
  return charged
}
