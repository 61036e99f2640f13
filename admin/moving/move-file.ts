import { createHash, createHmac, type Hmac, hkdfSync } from 'node:crypto'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import * as z from 'zod'
import { parseJson } from '../../functions/domain/json'
import { nameAnswer } from '../../functions/store/commit/idempotency'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import { nameSecret } from '../../functions/store/webhooks/webhook-row'
import { formatItem, parseItem } from '../table/row-lines'
import { isSealed, isWrongKey, type Sealing } from '../webhooks/master-key'
import { getKind } from './company-rows'

// The file of a move: a line that says what it is, a line for each row, and a line by which one that was cut off, or
// altered by somebody without its key, is told from one that is whole. The log comes last, the oldest row first: so one
// reading compares it with all other rows.

/** Changes where the rows of a file cannot be read by a release that knows the format. */
const format = 2
/** In characters: more than the JSON of any row that DynamoDB takes (400 KB), whatever is escaped in it. */
export const maxLine = 4_000_000

const Header = z.object({
  kind: z.literal('company_rows'),
  format: z.int(),
  release: z.string(),
  /** Commands are printed with it. */
  company_id: z.string().regex(/^[\w-]{1,64}$/),
  exported_at: z.string(),
  /** Who signs the people in, where the company comes from. Null where nobody can. */
  issuer: z.string().nullable(),
  /** Sealed by the file's key, as the secrets are: tells whether a key is that one. */
  key_check: z.string(),
})
export type Header = Omit<z.infer<typeof Header>, 'kind' | 'format'>

/** `rows`: how many of each kind. `mac`: of all lines before this one, in hex. */
const End = z.object({ kind: z.literal('end'), rows: z.record(z.string(), z.int()), mac: z.string() })
export type End = Omit<z.infer<typeof End>, 'kind'>

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

/** What is sealed by a file's key to tell it. */
export const moveKeyCheck = { text: 'inventory companies', context: 'file/key' }

/** Yields the lines of a page at once. Tells `done` how many rows there are of each kind. */
export async function* formatMoveFile(
  header: Header,
  pages: AsyncIterable<Row[]>,
  { startMac }: Pick<FileKey, 'startMac'>,
  done: (rows: End['rows']) => void = () => {},
): AsyncGenerator<string> {
  const mac = startMac()
  const add = (text: string) => {
    mac.update(text)
    return text
  }
  yield add(`${JSON.stringify({ kind: 'company_rows', format, ...header })}\n`)
  const rows: End['rows'] = {}
  for await (const page of pages) {
    for (const row of page) countKind(rows, row)
    yield add(page.map((row) => `${formatItem(marshall(row, { removeUndefinedValues: true }))}\n`).join(''))
  }
  yield `${JSON.stringify({ kind: 'end', rows, mac: mac.digest('hex') })}\n`
  done(rows)
}

function countKind(rows: End['rows'], row: Row): void {
  const kind = getKind(row)
  rows[kind] = (rows[kind] ?? 0) + 1
}

/** A row and its line: its number, from 1, and its length in characters. */
type NumberedRow = { number: number; length: number; row: Row & RowKey }
/** `first`: the line of the header. `lines` opens the file anew. */
export type MoveFile = { header: Header; first: string; lines: () => AsyncIterable<string> }

/** Throws an `Error` where the file is not that of a move, or of another release than this one. */
export async function openMoveFile(lines: () => AsyncIterable<string>, release: string): Promise<MoveFile> {
  for await (const line of lines()) {
    const { data } = Header.safeParse(parseJson(line))
    if (data === undefined) throw new Error("it is no file of 'companies export --rows': line 1 does not say so")
    if (data.format !== format || data.release !== release)
      throw new Error(
        `it was written by release ${data.release}, in format ${data.format}, and this is release ${release}, which ` +
          `takes its own files in format ${format}: both stacks must have the same release`,
      )
    return { header: data, first: line, lines }
  }
  throw new Error('it is empty')
}

/** Lines that are compared, and held, at once: each may have half a megabyte. */
const linesAtOnce = 32

/** The same file. What a second reading yields is what the first has yielded to its end: otherwise it throws before. */
export function holdLines(file: MoveFile): MoveFile {
  let known: string[] | null = null
  async function* lines(): AsyncGenerator<string> {
    const digests: string[] = []
    let slice: string[] = []
    const check = () => {
      const digest = createHash('sha256').update(JSON.stringify(slice)).digest('base64url')
      if (known !== null && known[digests.length] !== digest) throw new Error(changeText)
      digests.push(digest)
      return slice
    }
    for await (const line of file.lines()) {
      slice.push(line)
      if (slice.length < linesAtOnce) continue
      yield* check()
      slice = []
    }
    yield* check()
    known ??= digests
  }
  return { ...file, lines }
}

const changeText = 'the file has changed since it was checked. Take one that nobody else can write, and import again'

/** All rows, then that it is whole. Throws an `Error`, which names the line, where it is not. */
export async function* readMoveFile(
  { first, lines }: MoveFile,
  key: Pick<FileKey, 'startMac'>,
  done: (end: End) => void,
) {
  const mac = key.startMac()
  const rows: End['rows'] = {}
  let number = 0
  let end: End | null = null
  for await (const line of lines()) {
    number += 1
    if (number === 1 && line !== first) throw new Error(changeText)
    if (end !== null) throw new Error(`line ${number}: it comes after the end`)
    if (line.length > maxLine) throw new Error(`line ${number}: it is longer than any row`)
    if (line.startsWith('{"kind":"end"')) end = parseEnd(line, number, { mac, rows })
    else mac.update(`${line}\n`)
    if (number === 1 || end !== null) continue
    const row = parseRow(line, number)
    countKind(rows, row)
    yield { number, length: line.length, row } satisfies NumberedRow
  }
  if (end === null) throw new Error(`it was cut off after line ${number}: export the company again`)
  done(end)
}

/** Made once: to make a schema takes longer than to use it. */
const KeyedRow = z.looseObject({ pk: z.string(), sk: z.string() })

function parseRow(line: string, number: number): Row & RowKey {
  try {
    return KeyedRow.parse(unmarshall(parseItem(line)))
  } catch {
    throw new Error(`line ${number}: it is no row`)
  }
}

function parseEnd(line: string, number: number, { mac, rows }: { mac: Hmac; rows: End['rows'] }): End {
  const { data } = End.safeParse(parseJson(line))
  if (data === undefined) throw new Error(`line ${number}: the end cannot be read`)
  const sorted = (counts: End['rows']) => JSON.stringify(Object.entries(counts).sort())
  if (sorted(data.rows) !== sorted(rows)) throw new Error(`line ${number}: there are other rows than it counts`)
  if (data.mac !== mac.digest('hex'))
    throw new Error(
      `line ${number}: what comes before is not what the export wrote: do not import it, and export the company again`,
    )
  return data
}

/** From one key to another. `unreadable`: rows with texts that another key has sealed. They stay as they are. */
export type Resealing = { from: Pick<Sealing, 'open'>; to: Pick<Sealing, 'seal'>; unreadable: string[] }

const Secrets = z.object({ secret: z.string(), previous_secret: z.looseObject({ secret: z.string() }).optional() })

/** The same row. The secrets of a webhook, and an answer that shows a secret, are sealed anew. */
export async function resealRow(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const kind = getKind(row)
  if (kind === 'WEBHOOKS' && row.sk !== keys.webhookCount('').sk) return resealWebhook(companyId, row, resealing)
  if (kind !== 'IDEMPOTENCY' || typeof row.body !== 'string' || !isSealed(row.body)) return row
  const { pk } = keys.idempotency(companyId, '', null)
  const context = nameAnswer(companyId, String(row.pk).slice(pk.length))
  return { ...row, body: await reseal(row.body, context, row, resealing) }
}

async function resealWebhook(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const { secret, previous_secret } = Secrets.parse(row)
  const anew = (text: string) => reseal(text, nameSecret(companyId, String(row.sk)), row, resealing)
  return {
    ...row,
    secret: await anew(secret),
    ...(previous_secret && { previous_secret: { ...previous_secret, secret: await anew(previous_secret.secret) } }),
  }
}

/** What no key opens could not be used before, either. */
async function reseal(text: string, context: string, { pk, sk }: Row, { from, to, unreadable }: Resealing) {
  try {
    return await to.seal(await from.open(text, context), context)
  } catch (error) {
    if (!(error instanceof Error) || !isWrongKey(error)) throw error
    unreadable.push(`${pk} ${sk}`)
    return text
  }
}
