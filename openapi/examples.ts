import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** One request, and its answer. `path` has the id and the query of the request. */
export type Example = { path: string; body?: unknown; status: number; reply?: unknown }

/** What the reference shows: an example of each operation, of each dry run, and of each error, by its code. */
export type Examples = {
  operations: { [id: string]: Example }
  dryRuns: { [id: string]: Example }
  problems: { [code: string]: unknown }
}

/** Written by `npm run openapi`, from a real run. */
export const examplesFile = join(__dirname, 'examples.json')

export const examples: Examples = JSON.parse(readFileSync(examplesFile, 'utf8'))

/** The id in the path of the example of an operation. `template`: the path; `name`: of its parameter. */
export function findId(operation: string, template: string, name: string): string | undefined {
  return examples.operations[operation]?.path.split(/[/?]/)[template.split('/').indexOf(`{${name}}`)]
}
