import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/**
 * Writes the parts to the file `out`, or to stdout if it is null: no faster than its reader reads. The file appears
 * when it is complete, and only its owner can read it. Throws an `Error` if the reader stops.
 */
export async function writeText(parts: AsyncIterable<string>, out: string | null): Promise<void> {
  if (out === null) return writeToStdout(parts)
  const unfinished = `${out}.part`
  await pipeline(Readable.from(parts), createWriteStream(unfinished, { mode: 0o600 }))
  await rename(unfinished, out)
}

async function writeToStdout(parts: AsyncIterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(parts), process.stdout, { end: false })
  } catch (error) {
    const isClosed = error instanceof Error && 'code' in error && error.code === 'EPIPE'
    throw isClosed ? new Error('the reader stopped before the end of the export') : error
  }
}
