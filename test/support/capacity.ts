import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import type { Table } from '../../functions/store/table/table'

type Command = { input: object }
type Output = { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[]; Items?: object[] }
type Send = (command: Command, ...options: unknown[]) => Promise<Output>

/** Counts the capacity units that the engine reports for what `run` does, and its calls. */
export async function measureCharge(table: Table, run: () => Promise<unknown>) {
  const { units, calls } = await measureReading(table, run)
  return { units, calls }
}

/** The same, and how many rows come of queries. */
export async function measureReading(table: Table, run: () => Promise<unknown>) {
  const charged = { units: 0, calls: 0, rows: 0 }
  const db = table.db as unknown as { send: Send }
  const { send } = db
  db.send = async (command, ...options) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'INDEXES' })
    const output = await send.call(db, command, ...options)
    charged.calls += 1
    charged.rows += output.Items?.length ?? 0
    for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) charged.units += CapacityUnits
    return output
  }
  try {
    await run()
  } finally {
    db.send = send
  }
  return charged
}
