import { renameSync, writeFileSync } from 'node:fs'

/** The file is whole at each moment, also where this process is killed, or where the disk is full. */
export function replaceFile(file: string, content: string | Uint8Array, mode = 0o666): void {
  writeFileSync(`${file}.new`, content, { mode })
  renameSync(`${file}.new`, file)
}
