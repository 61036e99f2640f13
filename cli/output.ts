import { open, rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes the parts to the file `out`, or to stdout if it is null: no faster than its reader reads. The file appears
 * when it is complete, and only its owner can read it. Throws an `Error` if the reader stops.
 */
export async function writeText(parts: AsyncIterable<string | Uint8Array>, out: string | null): Promise<void> {
  if (out === null) {
    // Not by `pipeline`: that leaves listeners at stdout, so that Node warns of the eleventh output of a process.
    for await (const part of parts) await printText(part)
    return
  }
  if ((await stat(out).catch(() => null))?.isDirectory()) throw new Error(`${out} is a folder: name a file in it`)
  const unfinished = `${out}.${process.pid}.part`
  const file = await open(unfinished, 'w', 0o600)
  try {
    await pipeline(Readable.from(parts), file.createWriteStream())
    await rename(unfinished, out)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

function describeClosed(error: unknown): unknown {
  const isClosed = error instanceof Error && 'code' in error && error.code === 'EPIPE'
  return isClosed ? new Error('the reader stopped before the end') : error
}

/** Prints each as a line of JSON. As `printText`. */
export function printLines(values: object[]): Promise<void> {
  return printText(values.map((value) => `${JSON.stringify(value)}\n`).join(''))
}

/** A reader that is slow, or closed, holds it up: it ends when all is written. */
export function printText(text: string | Uint8Array): Promise<void> {
  if (text.length === 0) return Promise.resolve()
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => (error ? reject(describeClosed(error)) : resolve()))
  })
}

/** What others have written may move the cursor of a terminal, or turn the direction of what follows. */
export function toPlain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?')
}

/** As `toPlain`, in one line, with single spaces. */
export function toLine(text: string): string {
  return toPlain(text).replace(/\s+/g, ' ').trim()
}
