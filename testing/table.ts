import { openLocalTable } from '../cli/target'
import type { Caller } from '../functions/domain/companies/caller'
import type { Table } from '../functions/store/client'
import { startTableEngine } from '../local/table-engine'
import { testStack } from './stack'

export type TestTable = {
  table: Table
  endpoint: string
  /** Sets the clock (epoch milliseconds) by which the table stamps and expires. */
  setTime: (at: number) => void
  stop: () => Promise<void>
}

export const noon = Date.UTC(2026, 2, 14, 12)

/** The deployed table definition on a real engine, with a clock that stands until it is set. */
export async function startTestTable(): Promise<TestTable> {
  const engine = await startTableEngine(testStack(), null)
  let now = noon
  const table = { ...openLocalTable(engine.table, engine.endpoint), now: () => now }
  const setTime = (at: number) => {
    now = at
  }
  const stop = async () => {
    table.db.destroy()
    await engine.stop()
  }
  return { table, endpoint: engine.endpoint, setTime, stop }
}

/** Someone who changes things. */
export function caller(companyId = 'cmp_01K00000000000000000000001'): Caller {
  const actor = { type: 'api_key' as const, id: 'key_1', name: null }
  return { companyId, plan: 'enterprise', userId: 'usr_1', actor, requestId: 'req_1' }
}

export const bolt = { name: 'Bolt', sku: 'B-1', quantity: 0, location: null, barcode: null, reorder_point: null }
