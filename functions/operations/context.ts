import type { RequestCompaction } from '../catalogue/replica/loading'
import type { Caller } from '../domain/companies/caller'
import type { Vault } from '../runtime/vault'
import type { IdempotencyKey } from '../store/commit/idempotency'
import { Reader } from '../store/commit/reader'
import type { Table } from '../store/table/table'

/** How an operation starts work that a worker runs later. */
export type Workers = {
  requestCompaction: RequestCompaction
  requestRestore: (companyId: string, restoreId: string) => Promise<void>
}

/**
 * `idempotency` is null for a request without an idempotency key. With a `vault`, the recorded answer is sealed: it has
 * a secret.
 */
export type Context = {
  table: Table
  reader: Reader
  caller: Caller
  idempotency: IdempotencyKey | null
  vault?: Vault | undefined
}

export function openContext(table: Table, caller: Caller, idempotency: IdempotencyKey | null = null): Context {
  return { table, reader: new Reader(table, caller.companyId), caller, idempotency }
}
