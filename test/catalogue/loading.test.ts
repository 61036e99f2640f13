import { Loading } from '../../functions/catalogue/replica/loading'
import type { Head } from '../../functions/store/catalogue/head'
import { loadWithinMs } from '../../functions/store/time/timing'

/** The monotonic clock. */
let clock = 0

beforeEach(() => {
  clock = 0
  jest.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => jest.restoreAllMocks())

const head: Head = { base: 'base', chunks: 1, rows: 1, watermark: 0, created_at: 0, deltas: [], through: 0 }

/** A reader who finds these heads, one after the other, and then none. */
function open({ heads = [] as (Head | null)[], now = 20_000, alone = false } = {}) {
  const [requests, sleeps] = [[] as unknown[], [] as number[]]
  let looks = 0
  const findHead = async () => heads[looks++] ?? null
  const sleep = async (ms: number) => {
    sleeps.push(ms)
    clock += ms
  }
  const request = async (...asked: unknown[]) => void requests.push(asked)
  const of = { companyId: 'cmp_1', findHead, now: () => now, sleep }
  const loading = new Loading(of, alone ? null : request, 200)
  /** Of a reader whose base has what was committed before 0. */
  const wait = () => loading.waitForDelta(0)
  return { loading, wait, requests, sleeps, looks: () => looks }
}

test('a reader of much log requests a delta once, and waits for it only after very much', async () => {
  const { loading, wait, requests, looks } = open({ heads: [{ ...head, through: 1 }] })
  loading.noteLogRows(200)
  expect(requests).toEqual([])
  loading.noteLogRows(1)
  expect(requests).toEqual([['cmp_1', null]])
  loading.noteLogRows(4_798)
  expect([await wait(), looks()]).toEqual([false, 0])
  loading.noteLogRows(1)
  expect([await wait(), looks()]).toEqual([true, 1])
  expect([await wait(), looks(), requests.length]).toEqual([false, 1, 1]) // it begins anew
})

test.each([
  ['that cannot request anything', { alone: true }, 100_000],
  ['whose base is fresh', { now: 19_999 }, 5_000],
])('a reader %s does not wait: no delta is made meanwhile', async (_, of, rows) => {
  const { loading, wait, looks } = open(of)
  loading.noteLogRows(rows)
  expect([await wait(), looks()]).toEqual([false, 0])
})

test.each([
  ['until there is a delta of what came after its base', [null, head, { ...head, through: 1 }], true, 2],
  ['for ten seconds, and not again', [], false, 20],
])('a reader who waits looks every half second, %s', async (_, heads, isMade, sleepsUntil) => {
  const { loading, wait, sleeps, looks } = open({ heads })
  loading.noteLogRows(5_000)
  expect(await wait()).toBe(isMade)
  expect(sleeps).toEqual(Array(sleepsUntil).fill(500))
  const looked = looks()
  loading.noteLogRows(isMade ? 4_999 : 100_000)
  expect([await wait(), looks()]).toEqual([false, looked])
})

test('a reader gives up in time for an answer, also while it waits; one that cannot request anything does not', async () => {
  const { loading, wait } = open()
  const alone = open({ alone: true }).loading
  loading.noteLogRows(5_000)
  clock = loadWithinMs - 1
  loading.checkTime()
  await expect(wait()).rejects.toMatchObject({ code: 'resource_busy' })
  clock = loadWithinMs
  expect(() => loading.checkTime()).toThrow(expect.objectContaining({ code: 'resource_busy' }))
  expect(() => loading.noteLogRows(1)).toThrow(expect.objectContaining({ code: 'resource_busy' }))
  alone.checkTime()
})

test('a reader of all rows looks every two seconds whether there is another base than the one it has seen', async () => {
  const { loading, looks } = open({ heads: [null, head, { ...head, base: 'new' }, head] })
  const found: unknown[] = []
  for (const ms of [1_999, 2_000, 3_999, 4_000, 6_000]) {
    clock = ms
    found.push([await loading.isBaseMade(head), looks()])
  }
  expect(found).toEqual([false, false, false, false, true].map((isMade, at) => [isMade, [0, 1, 1, 2, 3][at]]))
  clock = 8_000
  expect(await loading.isBaseMade(null)).toBe(true)
})

test('each base is requested once', () => {
  const { loading, requests } = open()
  for (const base of ['items', 'orders', 'items'] as const) loading.requestBase(base)
  for (let times = 0; times < 2; times++) loading.requestDeltas()
  expect(requests).toEqual(['items', 'orders', null].map((base) => ['cmp_1', base]))
})
