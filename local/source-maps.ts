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
  /** Finds a place of the bundle. Lines and columns count from 1. */
  locate: Locate
}

type Place = { line: number; column: number }
type Locate = (place: Place) => (Place & { source: string }) | null

/** The source maps that a build has written into a folder. */
export class SourceMaps {
  private readonly functions: Map<string, MappedFunction>

  /** Throws where the folder has no maps. */
  constructor(readonly folder: string) {
    const file = join(folder, 'index.json')
    if (!existsSync(file)) throw new Error(`${folder} has no source maps: there is no ${file}`)
    const index = parseAs(Index, JSON.parse(readFileSync(file, 'utf8')), file)
    this.functions = new Map(
      Object.entries(index).map(([bundle, { function: id, route }]) => {
        const locate = makeLocate(join(folder, id, 'index.js.map'))
        return [bundle, { id, route, locate, translate: makeTranslate(locate) }]
      }),
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

function makeTranslate(locate: Locate): MappedFunction['translate'] {
  return (stack) =>
    stack.replace(frame, (whole: string, at: string, line: string, column: string) => {
      const found = locate({ line: Number(line), column: Number(column) })
      return found ? `${at}${found.source}:${found.line}:${found.column}` : whole
    })
}

/** The map is read when it is needed. */
function makeLocate(file: string): Locate {
  let map: SourceMap | undefined
  return ({ line, column }) => {
    map ??= readMap(file)
    const found = map.findEntry(line - 1, column - 1)
    if (!('originalSource' in found)) return null
    const source = found.originalSource.replace(/^(\.\.\/)+/, '')
    return { source, line: found.originalLine + 1, column: found.originalColumn + 1 }
  }
}

function readMap(file: string): SourceMap {
  if (!existsSync(file)) throw new Error(`the source map ${file} is missing`)
  const map = parseAs(MapFile, JSON.parse(readFileSync(file, 'utf8')), file)
  return new SourceMap({ ...map, file, sourcesContent: [], sourceRoot: '' })
}
