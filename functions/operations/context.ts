import type { Caller } from '../domain/companies/caller'
import type { Table } from '../store/client'
import type { IdempotencyKey } from '../store/commit/idempotency'

/** Work that an operation leaves to a function of its own, which runs it later. */
export type Workers = {
  /** Asks for a new base of the company's catalogue. */
  requestCompaction: (companyId: string) => Promise<void>
  /** Has a restore run on. */
  requestRestore: (companyId: string, restoreId: string) => Promise<void>
}

/** What every operation is given: the table, in whose name it acts, and the request's idempotency key (null without one). */
export type Context = { table: Table; caller: Caller; idempotency: IdempotencyKey | null }
