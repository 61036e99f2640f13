import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { Table } from '../functions/store/client'

/** Counts the capacity units that the engine says it charged for what `run` does. */
export async function chargedFor(table: Table, run: () => Promise<unknown>): Promise<{ units: number; calls: number }> {
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
