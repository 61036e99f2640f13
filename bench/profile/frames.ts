import { readdirSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { SourceMaps } from '../../local/source-maps'

/** A function that ran. `source`: its file in our tree, or of Node. */
export type Frame = { name: string; source: string; line: number }

/** What ran in a thread for so many milliseconds. `frames`: from the innermost to the outermost. */
export type Sample = { thread: string; frames: Frame[]; ms: number }

/** As V8 writes it. Times in microseconds. Lines and columns count from 0. */
const Profile = z.object({
  nodes: z.array(
    z.object({
      id: z.number(),
      callFrame: z.object({
        functionName: z.string(),
        url: z.string(),
        lineNumber: z.number(),
        columnNumber: z.number(),
      }),
      children: z.array(z.number()).default([]),
    }),
  ),
  samples: z.array(z.number()),
  timeDeltas: z.array(z.number()),
})
type CallFrame = z.infer<typeof Profile>['nodes'][number]['callFrame']

/** Of all profiles in a folder. */
export function readSamples(folder: string, maps: SourceMaps): Sample[] {
  const find = makeFinder(maps)
  return readdirSync(folder).flatMap((file) => {
    const thread = file.replace(/-\d+\.cpuprofile$/, '')
    const profile = Profile.parse(JSON.parse(readFileSync(join(folder, file), 'utf8')))
    return sumNodes(profile).map(({ callFrames, ms }) => ({ thread, ms, frames: callFrames.map(find) }))
  })
}

/** How long each node of the tree of calls ran itself. */
function sumNodes({ nodes, samples, timeDeltas }: z.infer<typeof Profile>) {
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const parents = new Map(nodes.flatMap(({ id, children }) => children.map((child) => [child, id] as const)))
  const times = new Map<number, number>()
  for (const [at, id] of samples.entries()) times.set(id, (times.get(id) ?? 0) + (timeDeltas[at] ?? 0))
  const climb = (id: number | undefined): CallFrame[] => {
    const node = id === undefined ? undefined : byId.get(id)
    return node ? [node.callFrame, ...climb(parents.get(node.id))] : []
  }
  return [...times].map(([id, us]) => ({ ms: us / 1_000, callFrames: climb(id) }))
}

function makeFinder(maps: SourceMaps): (frame: CallFrame) => Frame {
  const mapped = new Map<string, ReturnType<SourceMaps['findByFile']>>()
  return ({ functionName: name, url, lineNumber, columnNumber }) => {
    const file = url.startsWith('file:') ? fileURLToPath(url) : url
    if (!isAbsolute(file)) return { name, source: file, line: lineNumber + 1 }
    if (!mapped.has(file)) mapped.set(file, file.endsWith('/index.js') ? maps.findByFile(file) : undefined)
    const found = mapped.get(file)?.locate({ line: lineNumber + 1, column: columnNumber + 1 })
    return { name, source: found?.source ?? relative(process.cwd(), file), line: found?.line ?? lineNumber + 1 }
  }
}
