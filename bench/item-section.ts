import { fork } from 'node:child_process'
import { once } from 'node:events'
import type { Table } from '../functions/store/table/table'
import { type ItemPart, itemParts, seedItems } from './bench-items'
import { type Line, openPatientTable, type Section } from './measure'

type Measured = { lines: Line[]; peakMb: number }

/** Beyond this number of items, the tutorial way takes minutes. */
const tutorialUpTo = 100_000
const peaksOnLine = 6

export async function measureItems(table: Table, endpoint: string, size: number): Promise<Section> {
  await seedItems(table, size)
  const parts = (Object.keys(itemParts) as ItemPart[]).filter((part) => part !== 'tutorial' || size <= tutorialUpTo)
  const measured = new Map<ItemPart, Measured>()
  for (const part of parts) measured.set(part, await measureInOwnProcess(table.name, endpoint, part, size))
  const lines = [...measured.values()].flatMap(({ lines }) => lines)
  const ms = (what: string) => lines.find((each) => each.what === what)?.ms ?? Number.NaN
  const ratio = (slow: string, fast: string) => `${slow} to ${fast}: ${Math.round(ms(slow) / ms(fast))} ×`
  const slow = size > tutorialUpTo ? 'cold, from the rows' : 'tutorial way, first page'
  const peaks = [...measured].map(([part, { peakMb }]) => `${part} ${peakMb}`)
  const notes = [
    `Time: ${ratio(slow, 'cold, from a base')}; ${ratio(slow, 'warm, first page')}.`,
    `Peak MB: ${peaks.slice(0, peaksOnLine).join(', ')},`,
    `${peaks.slice(peaksOnLine).join(', ')}.`,
  ]
  return { title: `Lists of ${size.toLocaleString('en')} items`, lines, notes }
}

async function measureInOwnProcess(name: string, endpoint: string, part: ItemPart, size: number): Promise<Measured> {
  const env = {
    ...process.env,
    BENCH_TABLE: name,
    BENCH_ENDPOINT: endpoint,
    BENCH_PART: part,
    BENCH_SIZE: String(size),
  }
  const child = fork(__filename, [], { env })
  const failed = once(child, 'exit').then(([status]) =>
    Promise.reject(new Error(`${part} ended with status ${status}`)),
  )
  failed.catch(() => {})
  const [measured] = (await Promise.race([once(child, 'message'), failed])) as [Measured]
  return measured
}

async function runChild(name: string, endpoint: string, part: ItemPart, size: number): Promise<void> {
  const lines = await itemParts[part](openPatientTable(name, endpoint), size)
  const measured: Measured = { lines, peakMb: Math.round(process.resourceUsage().maxRSS / 1_024) }
  process.send?.(measured, () => process.exit())
}

const { BENCH_TABLE: name, BENCH_ENDPOINT: endpoint, BENCH_PART: part, BENCH_SIZE: size } = process.env
if (name && endpoint && part) void runChild(name, endpoint, part as ItemPart, Number(size))
