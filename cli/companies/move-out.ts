import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { exportRows, type MoveOut, type MoveOutTools, quietCompany } from '../../admin/moving/export-rows'
import type { Table } from '../../functions/store/table/table'
import { type Options, UsageError } from '../command-line'
import { writeText } from '../output'
import { openTarget } from '../target'
import { readVersion } from '../version'
import { openMasterKey } from '../webhooks/master-key'
import { compress, makeKeyFile } from './move-file'

/** Writes the rows of the company into `--out`, and the key of their secrets into `--key-file`. */
export async function moveOut(options: Options, companyId: string) {
  const { out, 'key-file': keyFile } = options
  if (typeof out !== 'string') throw new UsageError('--out is needed with --rows')
  if (typeof keyFile !== 'string') throw new UsageError('--key-file is needed with --rows')
  const { table, issuer } = await openTarget(options)
  const fileVault = makeKeyFile(keyFile)
  try {
    const vault = { open: openLazily(options) }
    const tools = { vault, fileVault, release: readVersion(), issuer, wait: sleep, report: console.error }
    const { rows, unreadable } = await writeRows(table, companyId, out, tools)
    for (const key of unreadable) console.error(`The master key does not open a secret of ${key}: it stays as it is.`)
    return { company_id: companyId, out, key_file: keyFile, rows }
  } catch (error) {
    rmSync(keyFile, { force: true })
    throw error
  }
}

async function writeRows(table: Table, companyId: string, out: string, tools: MoveOutTools): Promise<MoveOut> {
  await quietCompany(table, companyId, tools)
  let moved: MoveOut | null = null
  const lines = exportRows(table, companyId, tools, (done) => {
    moved = done
  })
  await writeText(compress(lines), out)
  if (moved === null) throw new Error('the export has not come to its end')
  return moved
}

/** A stack without webhooks and people has no master key, and needs none. */
function openLazily(options: Options) {
  let key: ReturnType<typeof openMasterKey> | undefined
  return async (sealed: string, context: string) => {
    key ??= openMasterKey(options)
    return (await key).openVault().open(sealed, context)
  }
}
