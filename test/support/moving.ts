import { Readable } from 'node:stream'
import { checkMoveFile } from '../../admin/moving/check-file'
import { exportRows, type MoveOut, type MoveOutTools, quietCompany } from '../../admin/moving/export-rows'
import { importCompany, type MoveInTools } from '../../admin/moving/import-company'
import { openFileKey, openMoveFile } from '../../admin/moving/move-file'
import { openKeyVault } from '../../functions/runtime/vault'
import { readAddresses } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { changeRow } from './damage'

const release = '1.0.0'
/** By which a file is sealed, another one, and the master keys of two stacks. */
const openVault = (letter: string) => openKeyVault(letter.repeat(64))
const openKey = (letter: string) => openFileKey(letter.repeat(64), openVault(letter))
export const [fileKey, otherKey, oldVault, newVault] = [
  openKey('f'),
  openKey('e'),
  openVault('o'),
  openVault('n'),
] as const
const issuer = 'https://id.example.com'

/** `pass` lets time pass, in milliseconds. */
export async function exportLines(
  table: Table,
  companyId: string,
  pass: (ms: number) => void,
  more: Partial<MoveOutTools> = {},
): Promise<{ lines: string[]; moved: MoveOut | null }> {
  const tools = { vault: oldVault, fileKey, release, issuer, report: () => {}, pageRows: 50, ...more }
  const wait = async (ms: number) => pass(ms)
  await quietCompany(table, companyId, { ...tools, wait })
  let text = ''
  let moved: MoveOut | null = null
  const pages = exportRows(table, companyId, { ...tools, wait }, (done) => {
    moved = done
  })
  for await (const page of pages) text += page
  return { lines: text.trimEnd().split('\n'), moved }
}

export async function checkLines(table: Table, lines: string[], key = fileKey, expected = release) {
  return checkMoveFile(table, await openMoveFile(() => Readable.from(lines), expected), key, () => {})
}

const provider = { issuer, invite: async () => {} }
const nothing = { ensureKey: async () => {}, wait: async () => {}, report: () => {} }
export const moveInTools: MoveInTools = { fileKey, withFindings: false, vault: newVault, provider, ...nothing }

export async function importLines(table: Table, lines: string[], more: Partial<MoveInTools> = {}) {
  return importCompany(table, await checkLines(table, lines), { ...moveInTools, ...more })
}

/** As if the company had been suspended and marked long ago: an export then waits for nothing. */
export async function backdateSuspension(table: Table, companyId: string): Promise<void> {
  const suspended_at = table.now() - 20 * 60_000
  await changeRow(table, keys.company(companyId), { suspended_at, moving_at: suspended_at })
  for await (const page of readAddresses(table, companyId))
    for (const { hash } of page) await changeRow(table, keys.principal(hash), { suspended_at })
  for (const { id } of await readWebhookRows(table, companyId))
    await changeRow(table, keys.webhook(companyId, id), { suspended_at })
}
