import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { rowsOfBlock } from '../../functions/catalogue/log/blocks'
import { countSettled, readCountedLog } from '../../functions/catalogue/log/counted-log'
import { finishDays } from '../../functions/catalogue/log/final-days'
import { type MovementType, maxQuantity, movementTypes } from '../../functions/domain/stock/movement'
import { dayMs, formatDate } from '../../functions/domain/time'
import { type DailyMovements, listDailyStock } from '../../functions/operations/stock/list-daily-stock'
import { type CountedPart, packParts } from '../../functions/store/log/counted-parts'
import type { Table } from '../../functions/store/table/table'
import { lateWaitMs } from '../../functions/store/time/timing'
import { measureCharge } from '../support/capacity'
import { type LogRowFields, makeLogRow } from '../support/log-rows'
import { putRows } from '../support/put-rows'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { chooseSize } from '../support/size'
import { makeCaller, noon, useTable } from '../support/table'

const engine = useTable()
let companies = 0

/** A company, the rows of its log, and a reader. */
class Log {
  readonly companyId = `cmp_${companies++}`
  private readonly rows: LogRowFields[] = []
  private reader: Table = { ...engine.table }
  now = noon

  async put(rows: LogRowFields[]): Promise<void> {
    this.rows.push(...rows)
    const made = rows.map((row) => makeLogRow(this.companyId, row))
    await putRows(engine.table, made)
  }

  wait(ms: number): void {
    this.now += ms
    engine.setTime(this.now)
  }

  async finish(): Promise<void> {
    expect(await finishDays(engine.table, this.companyId)).toBe(true)
  }

  /** A process with nothing in memory. */
  startAgain(): void {
    this.reader = { ...engine.table }
  }

  async read(days = 90): Promise<DailyMovements[]> {
    return (await listDailyStock(makeContext(this.reader, makeCaller(this.companyId)), { days })).data
  }

  /** What the rows say. */
  expect(days = 90): DailyMovements[] {
    const first = Math.floor(this.now / dayMs) - days + 1
    const names = (day: number) => movementTypes.map((type) => ({ day, type }))
    const parts = Array.from({ length: days }, (_, n) => names(first + n)).flat()
    return parts.flatMap(({ day, type }) => {
      const of = this.rows.filter((row) => row.type === type && Math.floor(row.at / dayMs) === day)
      const add = (sign: number) => of.reduce((sum, { change = 0 }) => sum + Math.max(0, sign * change), 0)
      const units = { units_in: add(1), units_out: add(-1) }
      return of.length === 0 ? [] : [{ date: formatDate(day * dayMs), type, movements: of.length, ...units }]
    })
  }
}

/** So many movements, a millisecond apart: each type in turn, in and out. */
function makeMovements(from: number, count: number): LogRowFields[] {
  return Array.from({ length: count }, (_, n) => {
    const type: MovementType = movementTypes[n % movementTypes.length] ?? 'receive'
    return { at: from + n, type, change: type === 'issue' ? -n : n % 2 === 0 ? n : -1 }
  })
}

/** Counts all that can be counted: 3 movements on one day, 502 on the next, and 500 of 505 today. */
async function openCountedLog(): Promise<Log> {
  const log = new Log()
  await log.put([
    ...makeMovements(noon - 2 * dayMs, 3),
    ...makeMovements(noon - dayMs, 502),
    ...makeMovements(noon - 60_000, 505),
  ])
  await log.finish()
  await countSettled(engine.table, log.companyId, await readCountedLog(engine.table, log.companyId))
  return log
}

test('an empty log has no days, and days without movements are left out', async () => {
  const log = new Log()
  expect(await log.read()).toEqual([])
  await log.put([{ at: noon - 1 }, { at: noon - 3 * dayMs, type: 'issue', change: -4 }])
  log.startAgain()
  expect(await log.read(3)).toEqual([])
  expect(await log.read(4)).toEqual([{ date: '2026-03-11', type: 'issue', movements: 1, units_in: 0, units_out: 4 }])
})

test('a cold request reads the counts and the newest rows, a warm one costs one unit', async () => {
  const log = await openCountedLog()
  const measure = () => measureCharge(engine.table, async () => expect(await log.read()).toEqual(log.expect()))
  expect((await measure()).units).toBeLessThanOrEqual(30)
  expect(await measure()).toEqual({ calls: 1, units: 1 })
})

test('the counts of a month with 300 users, and those of 64 blocks, are far from the 400 KB of a row', () => {
  const draw = (seed: string) => createHash('sha256').update(seed).digest()
  const users = Array.from({ length: 300 }, (_, n) => `usr_${draw(String(n)).toString('hex').slice(0, 26)}`)
  const pack = (length: number, names: string[], max: number) => {
    const drawUnits = (seed: string) => Math.floor((draw(seed).readUInt32BE() / 2 ** 32) * max)
    const parts = Array.from({ length }, (_, part) => ({
      end: String(part),
      counts: Object.fromEntries(names.map((name) => [name, draw(name + part).readUInt16BE() % 1_000])),
      units: Object.fromEntries(movementTypes.map((type) => [type, [drawUnits(type + part), drawUnits(part + type)]])),
    }))
    return packParts(parts as CountedPart[]).length
  }
  const names = users.flatMap((user) => movementTypes.map((type) => `update|item|${type}|${user}`))
  expect(pack(31, names, Number.MAX_SAFE_INTEGER)).toBeLessThan(370_000)
  expect(pack(64, [], rowsOfBlock * maxQuantity)).toBeLessThan(10_000)
})

const anyRow = fc.record(
  { type: fc.constantFrom(...movementTypes), change: fc.integer({ min: -50, max: 50 }) },
  { requiredKeys: ['change'] },
)
const weigh = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary })
const put = fc.record({
  do: fc.constant('put' as const),
  late: fc.constantFrom(0, 500, 6_000, 11_000),
  rows: fc.array(anyRow, { minLength: 1, maxLength: 20 }),
  fillsBlock: fc.constantFrom(false, false, false, true),
})
const wait = fc.record({ do: fc.constant('wait' as const), ms: fc.constantFrom(1, 4_000, 16_000, dayMs / 2, dayMs) })
const read = fc.record({ do: fc.constant('read' as const), days: fc.constantFrom(1, 2, 5, 90) })
const others = fc.record({ do: fc.constantFrom('night' as const, 'start again' as const) })
const step = fc.oneof(weigh(5, put), weigh(4, wait), weigh(6, read), weigh(2, others))
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const storyOf = (minLength: number, maxLength: number) => ({ minLength, maxLength, size: 'max' as const })

async function take(log: Log, next: Step): Promise<void> {
  switch (next.do) {
    case 'put': {
      const times = next.fillsBlock ? Math.ceil((rowsOfBlock + 1) / next.rows.length) : 1
      const rows = Array.from({ length: times }, () => next.rows).flat()
      await log.put(rows.map((row) => ({ ...row, at: log.now - next.late })))
      return log.wait(next.late > 1_000 ? lateWaitMs : 1) // a late change is acknowledged so much later
    }
    case 'wait':
      return log.wait(next.ms)
    case 'read':
      return expect(await log.read(next.days)).toEqual(log.expect(next.days))
    case 'night':
      return log.finish()
    case 'start again':
      return log.startAgain()
  }
}

test('whatever was written, late or counted, each day has the movements and units of its rows', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, chooseSize({ quick: storyOf(10, 20), thorough: storyOf(20, 60) })),
      async (steps) => {
        engine.setTime(noon)
        const log = new Log()
        for (const each of steps) await take(log, each)
        expect(await log.read()).toEqual(log.expect())
      },
    ),
    { seed: chooseSeed(), numRuns: chooseSize({ quick: 2, thorough: 15 }), endOnFailure: true },
  )
}, 300_000)
