import { openLocalTable } from '../../cli/target'
import type { Caller } from '../../functions/domain/companies/caller'
import type { Table } from '../../functions/store/table/table'
import { startTableEngine } from '../../local/table/table-engine'
import { readTestStack } from './stack'

export type TestTable = {
  table: Table
  endpoint: string
  /** Sets the clock (epoch milliseconds) by which the table stamps and expires rows. */
  setTime: (at: number) => void
  stop: () => Promise<void>
}

/** No machine is so busy that a test reaches these limits, unless it is about them. */
export const patience = { requestMs: 60_000, retryMs: 60_000, sendMs: 60_000, recomputeMs: 60_000 }

export const noon = Date.UTC(2026, 2, 14, 12)

/** Starts a real engine with the deployed table definition. Its clock stands at noon until it is set: nothing waits. */
async function startTestTable(): Promise<TestTable> {
  const engine = await startTableEngine(readTestStack(), null)
  let now = noon
  const table = { ...openLocalTable(engine.table, engine.endpoint, patience), now: () => now, sleep: async () => {} }
  const setTime = (at: number) => {
    now = at
  }
  const stop = async () => {
    table.db.destroy()
    await engine.stop()
  }
  return { table, endpoint: engine.endpoint, setTime, stop }
}

/** Provides a table to the tests of a file. The clock is set to noon before each test. */
export function useTable(): TestTable {
  const engine = { table: {} } as TestTable
  beforeAll(async () => {
    const { table, ...rest } = await startTestTable()
    Object.assign(engine, rest)
    Object.assign(engine.table, table) // tests keep this one, from before it was there
  })
  afterAll(() => engine.stop())
  beforeEach(() => engine.setTime(noon))
  return engine
}

export function makeCaller(companyId = 'cmp_01K00000000000000000000001'): Caller {
  const actor = { type: 'api_key' as const, id: 'key_1', name: null }
  return { companyId, plan: 'enterprise', timeZone: null, userId: 'usr_1', actor, requestId: 'req_1' }
}
