import { createHmac, type Hmac, hkdfSync } from 'node:crypto'
import type { Sealing } from '../webhooks/master-key'

/**
 * The key of a move's file. Whoever lacks it can neither read a secret in the file nor change a line of it. `vault`:
 * seals the secrets. `startMac`: begins a message authentication code (HMAC-SHA256), under a key of its own.
 */
export type FileKey = { vault: Pick<Sealing, 'open' | 'seal'>; startMac: () => Hmac }

/** `secret`: what the key file has, and `vault` seals by. */
export function openFileKey(secret: string, vault: FileKey['vault']): FileKey {
  const macKey = Buffer.from(hkdfSync('sha256', secret, '', 'inventory moves: mac', 32))
  return { vault, startMac: () => createHmac('sha256', macKey) }
}
