import { Loading } from '../../functions/catalogue/replica/loading'
import { loadWithinMs } from '../../functions/store/time/timing'

/** The monotonic clock. */
let clock = 0

beforeEach(() => {
  clock = 0
  jest.spyOn(performance, 'now').mockImplementation(() => clock)
})
afterEach(() => jest.restoreAllMocks())

function open({ alone = false } = {}) {
  const requests: unknown[] = []
  const request = async (...asked: unknown[]) => void requests.push(asked)
  return { loading: new Loading('cmp_1', alone ? null : request, 200), requests }
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

test('each base is requested once', () => {
  const { loading, requests } = open()
  for (const base of ['items', 'orders', 'items'] as const) loading.requestBase(base)
  for (let times = 0; times < 2; times++) loading.requestDeltas()
  expect(requests).toEqual(['items', 'orders', null].map((base) => ['cmp_1', base]))
})
