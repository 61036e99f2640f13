import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb'
import { openLocalTable } from '../cli/target'
import type { Table } from '../functions/store/table/table'
import { timeLimits } from '../functions/store/time/timing'

/** The cost over all runs: the highest capacity units and calls, and the median time and CPU time in milliseconds. */
export type Cost = { units: number; calls: number; ms: number; cpu: number }

/** One line of the results. `limit` is the most capacity units allowed, or null where there is no limit. */
export type Line = { what: string; units: number; calls: number; ms: number; cpu: number; limit: number | null }
export type Section = { title: string; lines: Line[]; notes: string[] }

/** `prepare` comes before each run, and does not count. */
export async function measureCost(
  table: Table,
  runs: number,
  run: () => Promise<unknown>,
  prepare: () => Promise<unknown> = async () => {},
): Promise<Cost> {
  const costs: Cost[] = []
  for (let count = 0; count < runs; count++) {
    await prepare()
    const [start, cpu] = [performance.now(), process.cpuUsage()]
    const charged = await measureCharge(table, run)
    const { user, system } = process.cpuUsage(cpu)
    costs.push({ ...charged, ms: performance.now() - start, cpu: (user + system) / 1_000 })
  }
  const median = (of: (cost: Cost) => number) => costs.map(of).sort((a, b) => a - b)[costs.length >> 1] ?? 0
  return {
    units: Math.max(...costs.map(({ units }) => units)),
    calls: Math.max(...costs.map(({ calls }) => calls)),
    ms: median(({ ms }) => ms),
    cpu: median(({ cpu }) => cpu),
  }
}

type Output = { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] }
type Send = (command: { input: object }, ...options: unknown[]) => Promise<Output>

/** The capacity units that the engine reports for what `run` does, and its calls. */
async function measureCharge(table: Table, run: () => Promise<unknown>): Promise<{ units: number; calls: number }> {
  const db = table.db as unknown as { send: Send }
  const { send } = db
  const charge = { units: 0, calls: 0 }
  db.send = async (command, ...options) => {
    Object.assign(command.input, { ReturnConsumedCapacity: 'TOTAL' })
    const output = await send.call(db, command, ...options)
    charge.calls += 1
    for (const { CapacityUnits = 0 } of [output.ConsumedCapacity ?? []].flat()) charge.units += CapacityUnits
    return output
  }
  try {
    await run()
  } finally {
    db.send = send
  }
  return charge
}

/** Its requests may take 60 s, since the engine shares the machine with the measurement. */
export function openPatientTable(name: string, endpoint: string): Table {
  return openLocalTable(name, endpoint, { ...timeLimits, requestMs: 60_000 })
}
