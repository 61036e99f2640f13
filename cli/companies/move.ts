import { randomBytes } from 'node:crypto'
import { createReadStream, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { logExport } from '../../admin/companies/access-log'
import { checkMoveFile, requireSound } from '../../admin/moving/check-file'
import { exportRows, type MoveOut, type MoveOutTools, quietCompany } from '../../admin/moving/export-rows'
import { importCompany } from '../../admin/moving/import-company'
import { type FileKey, maxLine, openFileKey, openMoveFile } from '../../admin/moving/move-file'
import { requireFree } from '../../admin/moving/require-free'
import { toPlain } from '../../admin/plain-text'
import { splitLines } from '../../admin/table/row-lines'
import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { requireMasterKey } from '../../functions/operations/webhooks/webhook-secret'
import { openKeyVault, type Vault } from '../../functions/runtime/vault'
import type { Company } from '../../functions/store/companies/companies'
import type { Table } from '../../functions/store/table/table'
import { type Options, parseChoice, UsageError } from '../command-line'
import { writeText } from '../output'
import { formatTarget, openTarget, type Target } from '../target'
import { readVersion } from '../version'
import { openMasterKey } from '../webhooks/main'
import { describeGain, formatGain } from './gain'
import { verifyImport } from './quarantine'

/** Writes the rows of the company into `--out`, and the key of their secrets into `--key-file`. */
export async function moveOut(options: Options, { table, issuer, company }: Target & { company: Company }) {
  const { out, 'key-file': keyFile } = options
  if (typeof out !== 'string') throw new UsageError('--out is needed with --rows')
  if (typeof keyFile !== 'string') throw new UsageError('--key-file is needed with --rows')
  const fileKey = makeKeyFile(keyFile)
  try {
    const open = openVaultLazily(options)
    const vault = { open: async (sealed: string, context: string) => (await open()).open(sealed, context) }
    const tools = { vault, fileKey, release: readVersion(), issuer, wait: sleep, report: console.error }
    const { rows, unreadable } = await writeRows(table, company, out, tools)
    for (const key of unreadable) console.error(`The master key does not open a secret of ${key}: it stays as it is.`)
    return { company_id: company.id, out, key_file: keyFile, rows }
  } catch (error) {
    rmSync(keyFile, { force: true })
    throw error
  }
}

async function writeRows(table: Table, company: Company, out: string, tools: MoveOutTools): Promise<MoveOut> {
  await quietCompany(table, company.id, tools)
  await logExport(table, company)
  let moved: MoveOut | null = null
  const lines = exportRows(table, company.id, tools, (done) => {
    moved = done
  })
  await writeText(compress(lines), out)
  if (moved === null) throw new Error('the export has not come to its end')
  return moved
}

/** A stack without webhooks and people has no master key, and needs none: it is opened once, where it is needed. */
function openVaultLazily(options: Options, prepare = async (_: Vault) => {}) {
  let vault: Promise<Vault> | undefined
  const open = async () => {
    const opened = (await openMasterKey(options)).openVault()
    await prepare(opened)
    return opened
  }
  return () => {
    vault ??= open()
    return vault
  }
}

/** Checks the file, puts its rows into the table of the stack, and verifies them. The company stays suspended. */
export async function moveIn(options: Options, file: string) {
  const fileKey = readKeyFile(String(options['key-file']))
  const withFindings = options['with-findings'] === true
  const plan = options.plan === undefined ? null : parseChoice('plan', options.plan, planNames)
  const target = await openTarget(options)
  const { table } = target
  const { checked, gain } = await checkFile(file, { table, fileKey, plan, withFindings }).catch((error: unknown) => {
    throw error instanceof Error ? new Error(toPlain(`${file}: ${error.message}`)) : error
  })
  await requireFree(table, checked, formatTarget(options))
  const { id: company_id } = checked.company
  if (options['dry-run']) return { company_id, dry_run: true, ...gain, rows: checked.end.rows }
  // A master key that has sealed nothing yet is kept track of from now on.
  const open = openVaultLazily(options, (vault) => requireMasterKey(table, vault))
  const moved = await importCompany(table, checked, {
    fileKey,
    withFindings,
    vault: { seal: async (text, context) => (await open()).seal(text, context) },
    provider: openProvider(target),
    ensureKey: target.gatewayKeys.move,
    wait: sleep,
    report: console.error,
    target: formatTarget(options),
  })
  const findings = await verifyImport(table, company_id, options)
  return { ...moved, ...gain, findings }
}

type Checking = { table: Table; fileKey: FileKey; plan: Plan | null; withFindings: boolean }

/** Prints what the stack gets by the file. Throws an `Error` where it is not to be taken. */
async function checkFile(file: string, { table, fileKey, plan, withFindings }: Checking) {
  const opened = await openMoveFile(() => readLines(file), readVersion())
  const checked = await checkMoveFile(table, opened, fileKey, console.error)
  const gain = describeGain(checked, table.now())
  console.error(formatGain(checked.company.id, gain))
  if (plan !== null && gain.plan !== plan)
    throw new Error(`the company has the plan ${gain.plan} in it, and not ${plan}. Nothing was written`)
  requireSound(checked, withFindings)
  return { checked, gain }
}

function openProvider({ issuer, openDirectory }: Target) {
  type Person = Parameters<Awaited<ReturnType<Target['openDirectory']>>['invite']>[0]
  return { issuer, invite: async (person: Person) => (await openDirectory()).invite(person) }
}

// The two files of a move: the rows, compressed, and the key by which their secrets are sealed.

/** 384 bits, as 64 characters. */
const keyBytes = 48

/** Writes a new key, which only its owner can read. Throws a `UsageError` where there is such a file. */
function makeKeyFile(file: string): FileKey {
  const secret = randomBytes(keyBytes).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (getCode(error) === 'EEXIST') throw new UsageError(`--key-file ${file} is there already: name a new file`)
    throw new UsageError(`--key-file ${file} cannot be written: ${getCode(error)}`)
  }
  return openFileKey(secret, openKeyVault(secret))
}

function readKeyFile(file: string): FileKey {
  try {
    const secret = readFileSync(file, 'utf8').trim()
    return openFileKey(secret, openKeyVault(secret))
  } catch (error) {
    throw new UsageError(`--key-file ${file} has no key: ${getCode(error) ?? 'it was not written by the export'}`)
  }
}

function compress(lines: AsyncIterable<string>): Readable {
  const gzip = createGzip()
  pipeline(Readable.from(lines), gzip, () => {}) // an error of the lines comes out of `gzip`
  return gzip
}

/** Without their ends. Throws an `Error` where the file cannot be read, or is not compressed, or was cut off. */
async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  pipeline(createReadStream(file), text, () => {}) // as above
  try {
    yield* splitLines(text, maxLine)
  } catch (error) {
    throw explain(error)
  }
}

function explain(error: unknown): unknown {
  const texts: { [code: string]: string } = {
    ENOENT: 'there is no such file',
    EISDIR: 'it is a folder',
    Z_BUF_ERROR: 'it was cut off: export the company again',
    Z_DATA_ERROR: "it is damaged, or no file of 'companies export --rows'",
  }
  const text = texts[getCode(error) ?? '']
  return text === undefined ? error : new Error(text)
}

function getCode(error: unknown): string | null {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : null
}
