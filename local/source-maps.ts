import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { join } from 'node:path'
import * as z from 'zod'
import { parseAs } from './parse'

const Index = z.record(z.string(), z.object({ function: z.string(), route: z.string().nullable() }))

const MapFile = z.object({
  version: z.number(),
  sources: z.array(z.string()),
  names: z.array(z.string()),
  mappings: z.string(),
})

export type MappedFunction = {
  id: string
  /** Method and path, or null for a job. */
  route: string | null
  /** Puts our files into the frames of a stack. A frame that has no place in them stays as it is. */
  translate: (stack: string) => string
}

/** The source maps that a build has written into a folder. */
export class SourceMaps {
  private readonly functions: Map<string, MappedFunction>

  /** Throws where the folder has no maps. */
  constructor(readonly folder: string) {
    const file = join(folder, 'index.json')
    if (!existsSync(file)) throw new Error(`${folder} has no source maps: there is no ${file}`)
    const index = parseAs(Index, JSON.parse(readFileSync(file, 'utf8')), file)
    this.functions = new Map(
      Object.entries(index).map(([bundle, { function: id, route }]) => [
        bundle,
        { id, route, translate: makeTranslate(join(folder, id, 'index.js.map')) },
      ]),
    )
  }

  get all(): MappedFunction[] {
    return [...this.functions.values()]
  }

  /** By the name that a bundle has in the log. */
  findByBundle(name: string): MappedFunction | undefined {
    return this.functions.get(name)
  }

  /** By the content of a bundle. */
  findByFile(file: string): MappedFunction | undefined {
    return this.findByBundle(createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16))
  }
}

/** A frame in a bundle. The name of the function in it is a minified one. */
const frame = /^( *at (?:async )?)(?:[^\n]*? \()?[^\s()][^\n()]*\/index\.js:(\d+):(\d+)\)?$/gm

/** The map is read when there is a stack. */
function makeTranslate(file: string): MappedFunction['translate'] {
  let map: SourceMap | undefined
  return (stack) =>
    stack.replace(frame, (whole: string, at: string, line: string, column: string) => {
      map ??= readMap(file)
      const found = map.findEntry(Number(line) - 1, Number(column) - 1)
      if (!('originalSource' in found)) return whole
      const source = found.originalSource.replace(/^(\.\.\/)+/, '')
      return `${at}${source}:${found.originalLine + 1}:${found.originalColumn + 1}`
    })
}

function readMap(file: string): SourceMap {
  if (!existsSync(file)) throw new Error(`the source map ${file} is missing`)
  const map = parseAs(MapFile, JSON.parse(readFileSync(file, 'utf8')), file)
  return new SourceMap({ ...map, file, sourcesContent: [], sourceRoot: '' })
}
