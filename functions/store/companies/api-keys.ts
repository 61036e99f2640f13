import { createHash } from 'node:crypto'
import { findRow, type Table } from '../client'
import { keys } from '../schema'
import { type ApiKeyRow, parseApiKeyRow } from './api-key-row'

/** SHA-256 in hex: the only form in which a secret is stored. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

export async function findApiKey(table: Table, hash: string): Promise<ApiKeyRow | null> {
  const row = await findRow(table, keys.apiKey(hash))
  return row ? parseApiKeyRow(row) : null
}
