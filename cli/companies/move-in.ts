import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckedFile, checkMoveFile, requireFree } from '../../admin/moving/check-file'
import { importCompany } from '../../admin/moving/import-company'
import { openMoveFile } from '../../admin/moving/move-file'
import { verifyCompany } from '../../admin/verification/verify-company'
import { requireMasterKey } from '../../functions/operations/webhooks/webhook-secret'
import type { Vault } from '../../functions/runtime/vault'
import type { Table } from '../../functions/store/table/table'
import type { Options } from '../command-line'
import { openTarget, type Target } from '../target'
import { formatVerification } from '../verify/main'
import { readVersion } from '../version'
import { openMasterKey } from '../webhooks/master-key'
import { readKeyFile, readLines } from './move-file'

/** Checks the file, puts its rows into the table of the stack, and verifies them. The company stays suspended. */
export async function moveIn(options: Options, file: string) {
  const fileVault = readKeyFile(String(options['key-file']))
  const target = await openTarget(options)
  const { table } = target
  const checked = await checkFile(file, fileVault)
  await requireFree(table, checked)
  const { id: company_id } = checked.company
  if (options['dry-run']) return { company_id, dry_run: true, rows: checked.end.rows }
  const moved = await importCompany(table, checked, {
    fileVault,
    vault: { seal: sealLazily(options, table) },
    provider: openProvider(target),
    ensureKey: target.gatewayKeys.move,
    wait: sleep,
    report: console.error,
  })
  const verification = await verifyCompany(table, company_id, { report: console.error, scan: true })
  const { findings } = verification
  if (findings.length > 0) {
    process.exitCode = 1
    console.error(formatVerification(verification))
  }
  console.error(`The company ${company_id} is suspended: npx inventory companies resume --company ${company_id}`)
  return { ...moved, findings: findings.length }
}

async function checkFile(file: string, fileVault: Vault): Promise<CheckedFile> {
  try {
    return await checkMoveFile(await openMoveFile(() => readLines(file), readVersion()), fileVault)
  } catch (error) {
    throw error instanceof Error ? new Error(`${file}: ${error.message}`) : error
  }
}

/** As that of the export. A master key that has sealed nothing yet is kept track of from now on. */
function sealLazily(options: Options, table: Table) {
  const open = async () => {
    const vault = (await openMasterKey(options)).openVault()
    await requireMasterKey(table, vault)
    return vault
  }
  let vault: ReturnType<typeof open> | undefined
  return async (text: string, context: string) => {
    vault ??= open()
    return (await vault).seal(text, context)
  }
}

function openProvider({ issuer, openDirectory }: Target) {
  type Person = Parameters<Awaited<ReturnType<Target['openDirectory']>>['add']>[0]
  return { issuer, add: async (person: Person) => (await openDirectory()).add(person) }
}
