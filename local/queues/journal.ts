import { appendFileSync, closeSync, existsSync, ftruncateSync, openSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { parseAs } from '../parse'
import { replaceFile } from '../replace-file'

/** An id, and what has changed of its value. Null where the value is gone. */
const Line = z.tuple([z.string(), z.record(z.string(), z.unknown()).nullable()])

/**
 * Keeps values by their ids in a file: each change is a line. It is in the file before `write` returns, so that a
 * process that is killed loses none; a machine that loses its power may. One process at a time may use the file.
 */
export class Journal<Value extends object> {
  /** Null where nothing is kept (any more). */
  private descriptor: number | null = null

  /** `file` is null to keep nothing. */
  constructor(
    private readonly file: string | null,
    private readonly schema: z.ZodType<Value>,
  ) {}

  /** Returns what is kept, in the order in which it came, and rewrites the file with nothing but that. */
  open(): Map<string, Value> {
    if (this.file === null) return new Map()
    const kept = this.read(this.file)
    replaceFile(this.file, [...kept].map(([id, value]) => render(id, value)).join(''))
    this.descriptor = openSync(this.file, 'a')
    return kept
  }

  /** Changes a value, or makes it. Null ends it. */
  write(id: string, changes: Partial<Value> | null): void {
    if (this.descriptor !== null) appendFileSync(this.descriptor, render(id, changes))
  }

  /** All values are gone. */
  clear(): void {
    if (this.descriptor !== null) ftruncateSync(this.descriptor)
  }

  /** What is written from now on is not kept. */
  close(): void {
    if (this.descriptor !== null) closeSync(this.descriptor)
    this.descriptor = null
  }

  private read(file: string): Map<string, Value> {
    const values = new Map<string, object>()
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
    for (const [index, line] of lines.slice(0, -1).entries()) {
      const [id, changes] = parseAs(Line, JSON.parse(line), `line ${index + 1} of ${file}`)
      if (changes === null) values.delete(id)
      else values.set(id, { ...values.get(id), ...changes })
    } // what follows the last line end is half-written: nobody was told that it is kept
    return new Map([...values].map(([id, value]) => [id, parseAs(this.schema, value, `${id} in ${file}`)]))
  }
}

function render(id: string, changes: object | null): string {
  return `${JSON.stringify([id, changes])}\n`
}
