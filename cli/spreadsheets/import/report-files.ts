import { accessSync, constants, existsSync } from 'node:fs'
import { dirname, join, parse, resolve } from 'node:path'
import { type Options, UsageError } from '../../command-line'

export type ReportFiles = { refused: string; report: string | null }

/** Where the reports go. Throws a `UsageError` before anything is sent, if one could not be written there. */
export function chooseFiles(file: string, { refused, report }: Options): ReportFiles {
  const files = {
    refused: typeof refused === 'string' ? refused : nameRefused(file),
    report: typeof report === 'string' ? report : null,
  }
  const paths = [file, files.refused, ...(files.report === null ? [] : [files.report])].map((path) => resolve(path))
  if (new Set(paths).size < paths.length) throw new UsageError('FILE, --refused and --report must be different files')
  for (const path of paths.slice(1)) requireFolder(path)
  return files
}

/** Beside the file: `items.csv` has `items-refused.csv`. A file that is there, perhaps half mended, is kept. */
function nameRefused(file: string): string {
  const { dir, name, ext } = parse(file === '-' ? 'import.csv' : file)
  for (let number = 1; ; number++) {
    const path = join(dir, `${name}-refused${number === 1 ? '' : `-${number}`}${ext}`)
    if (!existsSync(path)) return path
  }
}

function requireFolder(path: string): void {
  try {
    accessSync(dirname(path), constants.W_OK)
  } catch {
    throw new UsageError(`nothing can be written into ${dirname(path)}`)
  }
}
