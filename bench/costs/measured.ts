import { readFileSync } from 'node:fs'

/** One line of bench/RESULTS.md: capacity units, calls of DynamoDB, and milliseconds on the machine that measured. */
export type Measured = { units: number; calls: number; ms: number }

/** The sizes of the lists that stand beside the tutorial way. */
export const sizes = [100, 10_000, 100_000]

/** By the title of the section, then by what was measured. */
const results = readResults()

function readResults(): Map<string, Map<string, Measured>> {
  const parts = readFileSync('bench/RESULTS.md', 'utf8').split('\n## ').slice(1)
  return new Map(
    parts.map((part) => {
      const [title = '', ...lines] = part.split('\n')
      return [title, new Map(lines.flatMap(parseLine))]
    }),
  )
}

/** Nothing for a line that is no row of measurements. */
function parseLine(line: string): [string, Measured][] {
  const [, what, units = '', , calls, ms] = line.split('|').map((cell) => cell.trim())
  if (!what || units === '' || !Number.isFinite(Number(units))) return []
  return [[what, { units: Number(units), calls: Number(calls), ms: Number(ms) }]]
}

/** Throws where bench/RESULTS.md has no such line. */
export function getMeasured(title: string, what: string): Measured {
  const line = results.get(title)?.get(what)
  if (!line) throw new Error(`bench/RESULTS.md has no line "${what}" in "${title}": run npm run bench`)
  return line
}

export function listMeasured(title: string): [string, Measured][] {
  return [...(results.get(title) ?? [])]
}

export const titleOf = (size: number) => `Lists of ${size.toLocaleString('en')} items`

/** The line of a snapshot also says how large it is. */
export function getSnapshot(size: number): Measured & { bytes: number } {
  for (const [what, line] of listMeasured(titleOf(size))) {
    const [, megabytes] = /^snapshot, ([\d.]+) MB stored$/.exec(what) ?? []
    if (megabytes !== undefined) return { ...line, bytes: Number(megabytes) * 1e6 }
  }
  throw new Error(`bench/RESULTS.md has no snapshot in "${titleOf(size)}": run npm run bench`)
}
