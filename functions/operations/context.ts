import type { Caller } from '../domain/companies/caller'
import type { BaseName } from '../store/catalogue/head'
import type { Table } from '../store/client'
import type { IdempotencyKey } from '../store/commit/idempotency'

/** How an operation starts work that a worker runs later. */
export type Workers = {
  /** Of the named base from its rows, or of what the log says since all bases. */
  requestCompaction: (companyId: string, rebuilt: BaseName | null) => Promise<void>
  requestRestore: (companyId: string, restoreId: string) => Promise<void>
}

/** `idempotency` is null for a request without an idempotency key. */
export type Context = { table: Table; caller: Caller; idempotency: IdempotencyKey | null }
