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
function open({ heads = [] as (Head | null)[], alone = false } = {}) {
  const requests: unknown[] = []
  let looks = 0
  const findHead = async () => heads[looks++] ?? null
  const request = async (...asked: unknown[]) => void requests.push(asked)
  const loading = new Loading({ companyId: 'cmp_1', findHead }, alone ? null : request, 200)
  return { loading, requests, looks: () => looks }
}

test('a reader of much log requests a delta once', async () => {
  const { loading, requests } = open()
  loading.noteLogRows(200)
  expect(requests).toEqual([])
  for (let times = 0; times < 2; times++) loading.noteLogRows(1)
  expect(requests).toEqual([['cmp_1', null]])
})

test('a reader gives up in time for an answer; one that cannot request anything does not', () => {
  const { loading } = open()
  const alone = open({ alone: true }).loading
  clock = loadWithinMs - 1
  loading.checkTime()
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
