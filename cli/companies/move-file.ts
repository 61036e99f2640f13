import { randomBytes } from 'node:crypto'
import { createReadStream, readFileSync, writeFileSync } from 'node:fs'
import { pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { splitLines } from '../../admin/table/row-lines'
import { openKeyVault, type Vault } from '../../functions/runtime/vault'
import { UsageError } from '../command-line'

// The two files of a move: the rows, compressed, and the key by which their secrets are sealed.

/** 384 bits, as 64 characters. */
const keyBytes = 48

/** Writes a new key, which only its owner can read. Throws a `UsageError` where there is such a file. */
export function makeKeyFile(file: string): Vault {
  const secret = randomBytes(keyBytes).toString('base64url')
  try {
    writeFileSync(file, `${secret}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (getCode(error) === 'EEXIST') throw new UsageError(`--key-file ${file} is there already: name a new file`)
    throw new UsageError(`--key-file ${file} cannot be written: ${getCode(error)}`)
  }
  return openKeyVault(secret)
}

export function readKeyFile(file: string): Vault {
  try {
    return openKeyVault(readFileSync(file, 'utf8').trim())
  } catch (error) {
    throw new UsageError(`--key-file ${file} has no key: ${getCode(error) ?? 'it was not written by the export'}`)
  }
}

export function compress(lines: AsyncIterable<string>): Readable {
  const gzip = createGzip()
  pipeline(Readable.from(lines), gzip, () => {}) // an error of the lines comes out of `gzip`
  return gzip
}

/** Without their ends. Throws an `Error` where the file cannot be read, or is not compressed, or was cut off. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const text = createGunzip().setEncoding('utf8')
  pipeline(createReadStream(file), text, () => {}) // as above
  try {
    yield* splitLines(text)
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
