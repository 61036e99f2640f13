import fc from 'fast-check'
import type { Event } from '../../client'
import { computePause } from '../../client/events'
import { Listing, type PageOf, type PageQuery } from '../../client/listing'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { useCustomer } from '../support/service'

// What a program reads page by page: lists, then events.

type Row = { id: number }
/** What others do between two requests: rows come at the front and at the end, and stretches of rows go. */
type Change = { prepended: number; appended: number; gone: { at: number; count: number }[] }

/** A list in memory. `change` runs before each request but the first. */
class SimulatedList {
  rows: Row[] = []
  readonly queries: PageQuery[] = []
  readonly listing: (query?: PageQuery) => Listing<Row, PageOf<Row>>
  private lastId = 0

  constructor(count: number, change: (list: SimulatedList) => void = () => undefined) {
    this.rows = this.make(count)
    const fetchPage = async (query: PageQuery) => {
      if (this.queries.push(query) > 1) change(this)
      if (this.queries.length > 1_000) throw new Error('it does not end')
      return this.getPage(query)
    }
    this.listing = (query = {}) => new Listing(fetchPage, query)
  }

  apply({ prepended, appended, gone }: Change): void {
    for (const { at, count } of gone) this.rows.splice(Math.floor((at / 1_000) * this.rows.length), count)
    this.rows = [...this.make(prepended), ...this.rows, ...this.make(appended)]
  }

  private make(count: number): Row[] {
    return Array.from({ length: count }, () => ({ id: ++this.lastId }))
  }

  private getPage({ limit = 50, offset = 0 }: PageQuery): PageOf<Row> {
    const total = this.rows.length
    const pagination = { total, limit, offset, has_more: offset + limit < total }
    return { data: this.rows.slice(offset, offset + limit), pagination }
  }
}

const collectIds = async (list: ReturnType<SimulatedList['listing']>) => idsOf(await list.toArray())
const idsOf = (rows: Row[]) => rows.map(({ id }) => id)

const none: Change = { prepended: 0, appended: 0, gone: [] }
/** How many rows may come or go between two pages. */
const most = 999

/** How many rows come and go. */
function measure({ prepended, appended, gone }: Change = none): number {
  return gone.reduce((sum, { count }) => sum + count, prepended + appended)
}

/** A list of up to `rows` rows, `limit` for each request, and changes of up to `most` rows each. */
function arbitraryCase(rows: number, limits: (number | undefined)[], most: number) {
  const few = (max: number) => fc.oneof(fc.nat({ max: Math.min(max, 3) }), fc.nat({ max }))
  const stretch = fc.record({ at: fc.nat({ max: 999 }), count: few(Math.floor(most / 3)) })
  const gone = fc.array(stretch, { maxLength: 3 })
  const change = fc.record<Change>({ prepended: few(most), appended: few(most), gone })
  return fc.record({
    count: few(rows),
    limit: fc.constantFrom(...limits),
    changes: fc.array(change, { maxLength: 12 }),
  })
}

rehearse('while others write, a row that stays comes once and in its place, and no row comes twice', async () => {
  const cases = fc.oneof(arbitraryCase(12, [1, 2, 3], 6), arbitraryCase(3_000, [50, 99, undefined], 333))
  await fc.assert(
    fc.asyncProperty(cases, async ({ count, limit, changes }) => {
      const left = [...changes]
      let moved = 0
      const list = new SimulatedList(count, (list) => {
        const size = measure(left[0])
        if (moved + size > most) return
        moved += size
        list.apply(left.shift() ?? none)
      })
      const first = idsOf(list.rows)
      const got: number[] = []
      for await (const { data } of list.listing({ limit }).pages()) {
        got.push(...idsOf(data))
        moved = 0
      }
      const [initial, stayed] = [new Set(first), new Set(idsOf(list.rows))]
      expect(new Set(got).size).toBe(got.length)
      expect(got.filter((id) => initial.has(id) && stayed.has(id))).toEqual(first.filter((id) => stayed.has(id)))
    }),
    { seed: chooseSeed(), numRuns: 10_000 },
  )
})

/** The ids of the rows from the one on, to the other. */
const range = (from: number, to: number) => Array.from({ length: Math.max(0, to + 1 - from) }, (_, n) => from + n)

test.each<[string, number, PageQuery]>([
  ['250 rows', 250, {}],
  ['5 rows, 2 a request', 5, { limit: 2 }],
  ['one row', 1, {}],
  ['all but the first 20', 250, { offset: 20 }],
])('a program that deletes each row meets all of them: %s', async (_, count, query) => {
  const list = new SimulatedList(count)
  const met: number[] = []
  for await (const { id } of list.listing(query)) {
    met.push(id)
    list.rows = list.rows.filter((row) => row.id !== id)
  }
  const { offset = 0 } = query
  expect([met, idsOf(list.rows)]).toEqual([range(offset + 1, count), range(1, offset)])
})

type Reading = { ids: number[]; offsets?: number[]; change?: (list: SimulatedList) => unknown }
const grow = (list: SimulatedList) => list.apply({ ...none, prepended: 5_000 })
const grown: Reading = { ids: range(1, 300), offsets: [0, 99, 5_099, 5_198, 5_297], change: grow }
const shrink = (list: SimulatedList) => list.rows.splice(0, 40)

// Without a limit, it asks for 100 rows, each time from the last row of the page before.
test.each<[string, number, PageQuery, Reading]>([
  ['from its beginning', 250, {}, { ids: range(1, 250), offsets: [0, 99, 198] }],
  ['from an offset on', 250, { offset: 240 }, { ids: range(241, 250) }],
  ['from behind its end', 250, { offset: 300 }, { ids: [] }],
  ...range(0, 3).map((count): [string, number, PageQuery, Reading] => {
    return [`a row a request, of ${count}`, count, { limit: 1 }, { ids: range(1, count) }]
  }),
  ['that grows at the front by thousands, with one request more', 300, {}, grown],
  ['whose first rows go, from an offset on', 300, { offset: 50, limit: 20 }, { ids: range(51, 300), change: shrink }],
])('a list is read %s: each row once', async (_, count, query, { ids, offsets, change = () => {} }) => {
  const list = new SimulatedList(count, (list) => {
    if (list.queries.length === 2) change(list)
  })
  expect(await collectIds(list.listing(query))).toEqual(ids)
  if (offsets) expect(list.queries).toEqual(offsets.map((offset) => ({ limit: 100, offset })))
})

test('await: one page, with the query as it was given', async () => {
  const list = new SimulatedList(300)
  const { data, pagination } = await list.listing({ limit: 7, offset: 10 })
  const wanted = { total: 300, limit: 7, offset: 10, has_more: true }
  expect([idsOf(data), pagination]).toEqual([range(11, 17), wanted])
  await list.listing()
  expect(list.queries).toEqual([{ limit: 7, offset: 10 }, {}])
})

test('nothing is asked before it is awaited, and no page more after a break', async () => {
  const list = new SimulatedList(250)
  const rows = list.listing()
  expect(list.queries).toEqual([])
  for await (const { id } of rows) if (id === 100) break
  expect(list.queries).toHaveLength(1)
})

test('pages: the rows and the total of each', async () => {
  const list = new SimulatedList(5)
  const pages: [number[], number][] = []
  for await (const { data, pagination } of list.listing({ limit: 3 }).pages())
    pages.push([idsOf(data), pagination.total])
  expect(pages).toEqual([range(1, 3), range(4, 5)].map((ids) => [ids, 5]))
})

test('rows without an id: those of a difference have the id of their item', async () => {
  const rows = ['a', 'b', 'c', 'd', 'e'].map((item_id) => ({ item_id }))
  const fetchPage = async ({ limit = 0, offset = 0 }: PageQuery) => {
    const pagination = { total: 5, limit, offset, has_more: offset + limit < 5 }
    return { data: rows.slice(offset, offset + limit), pagination }
  }
  expect(await new Listing(fetchPage, { limit: 2 }).toArray()).toEqual(rows)
})

test('a page that fails: the error comes out of the loop, and out of await', async () => {
  const down = new Listing<Row, PageOf<Row>>(async () => Promise.reject(new Error('down')), {})
  await expect(down.toArray()).rejects.toThrow('down')
  await expect(down).rejects.toThrow('down')
})

// Events.

const { service, client } = useCustomer()
const settle = () => service.setTime(service.now() + 16_000)

async function collect(events: AsyncIterable<Event>): Promise<string[]> {
  const skus: string[] = []
  for await (const event of events) if (event.type === 'item.created') skus.push(event.data.object.sku)
  return skus
}
const createItems = async (...skus: string[]) => {
  for (const sku of skus) {
    service.setTime(service.now() + 1_000)
    await client.createItem({ name: 'Item', sku })
  }
  settle()
}

test('pauses grow from the first to six times as long, and begin anew with an event', () => {
  const pauses = [0, 1, 2, 3, 4, 50].map((empty) => computePause(1_000, empty))
  expect(pauses).toEqual([1_000, 1_000, 2_000, 4_000, 6_000, 6_000])
})

test('a stream yields everything once, from page to page, and goes on from its cursor', async () => {
  await createItems('A', 'B', 'C', 'D', 'E')
  const stream = client.events({ follow: false, limit: 2 })
  expect(await collect(stream)).toEqual(['A', 'B', 'C', 'D', 'E'])
  await createItems('F')
  expect(await collect(client.events({ after: stream.cursor, follow: false }))).toEqual(['F'])
})

test('the cursor moves when all events of a page were taken', async () => {
  await createItems('A', 'B', 'C')
  const stream = client.events({ follow: false, limit: 2 })
  const taken: (string | undefined)[] = []
  for await (const event of stream) {
    taken.push(event.resource_id)
    if (taken.length === 2) break
  }
  expect(stream.cursor).toBeUndefined()
  expect(await collect(client.events({ after: stream.cursor, follow: false }))).toEqual(['A', 'B', 'C'])
})

test('since and types choose', async () => {
  await createItems('A')
  const since = new Date(service.now()).toISOString()
  await createItems('B')
  expect(await collect(client.events({ since, follow: false }))).toEqual(['B'])
  expect(await collect(client.events({ types: ['order.*', 'snapshot.*'], follow: false }))).toEqual([])
})

test('a stream waits for more, until the signal ends it', async () => {
  await createItems('A')
  const stop = new AbortController()
  const seen: string[] = []
  const follow = async () => {
    for await (const event of client.events({ signal: stop.signal, pauseMs: 1 })) {
      if (event.type !== 'item.created') continue
      seen.push(event.data.object.sku)
      if (seen.length === 1) await createItems('B')
      else stop.abort(new Error('enough'))
    }
  }
  await expect(follow()).rejects.toThrow('enough')
  expect(seen).toEqual(['A', 'B'])
})
