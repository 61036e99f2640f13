import { draftKey, type NewApiKey } from '../../functions/operations/keys/keys'
import { findKeyOfAny } from '../../functions/store/companies/key-row'
import { makeCreateKeyWrites, makeRevokeKeyWrites } from '../../functions/store/companies/key-writes'
import type { ApiKeyRow } from '../../functions/store/companies/principal-row'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeCommandAuthor } from '../companies/access-log'

/** Creates a key. The secret is in this result and nowhere else. Refused where the company is suspended. */
export async function createApiKey(table: Table, key: NewApiKey): Promise<{ row: ApiKeyRow; secret: string }> {
  const { row, hash, secret } = draftKey(table, key)
  const author = makeCommandAuthor(table, key.companyId)
  await retryUntilCommitted(table, () => transact(table, makeCreateKeyWrites(table, author, { hash, row })))
  return { row, secret }
}

/** From its next request on. Can be repeated: the first time stays. Null if there is no such key. */
export async function revokeApiKey(table: Table, keyId: string): Promise<ApiKeyRow | null> {
  await retryUntilCommitted(table, async () => {
    const key = await findKeyOfAny(table, keyId)
    if (key === null || key.row.revoked_at !== undefined) return
    await transact(table, makeRevokeKeyWrites(table, makeCommandAuthor(table, key.row.company_id), key))
  })
  return (await findKeyOfAny(table, keyId))?.row ?? null
}
