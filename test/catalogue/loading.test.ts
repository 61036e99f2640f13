import { Loading } from '../../functions/catalogue/replica/loading'

const head = { base: 'base', chunks: 1, rows: 1, watermark: 0, created_at: 0, deltas: [] }

/** Of a reader whose base has what was committed before 0. */
function open(request: (() => void) | null = () => {}, now = 20_000) {
  let looks = 0
  const findHead = async () => {
    looks += 1
    return { ...head, through: 1 }
  }
  const loading = new Loading({ companyId: 'cmp_1', findHead, now: () => now }, request && (async () => request()), 200)
  const wait = () => loading.waitForDelta(0)
  return { loading, wait, looks: () => looks }
}

test('a reader of much log requests a delta once, and waits for it only after very much', async () => {
  let requests = 0
  const { loading, wait, looks } = open(() => {
    requests += 1
  })
  for (const rows of [200, 1, 4_798]) loading.countLogRows(rows)
  expect(await wait()).toBe(false)
  expect([requests, looks()]).toEqual([1, 0])
  loading.countLogRows(1)
  expect(await wait()).toBe(true)
  expect(await wait()).toBe(false) // it begins anew
  expect([requests, looks()]).toEqual([1, 1])
})

test('a reader that cannot request anything does not wait', async () => {
  const { loading, wait, looks } = open(null)
  loading.countLogRows(100_000)
  expect(await wait()).toBe(false)
  expect(looks()).toBe(0)
})

test('a reader whose base is fresh does not wait: no delta is made meanwhile', async () => {
  const { loading, wait, looks } = open(() => {}, 19_999)
  loading.countLogRows(5_000)
  expect(await wait()).toBe(false)
  expect(looks()).toBe(0)
})
