import type { Event } from '../../client'
import { computePause } from '../../client/events'
import { useCustomer } from '../support/service'

const { service, client } = useCustomer()
const settle = () => service.setTime(service.now() + 16_000)

async function collect(events: AsyncIterable<Event>): Promise<string[]> {
  const skus: string[] = []
  for await (const event of events) if (event.type === 'item.created') skus.push(event.data.object?.sku ?? '')
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
  expect([0, 1, 2, 3, 4, 50].map((empty) => computePause(5_000, empty))).toEqual([
    5_000, 5_000, 10_000, 20_000, 30_000, 30_000,
  ])
})

test('it yields everything once, from page to page, and goes on from its cursor', async () => {
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

test('it waits for more, until the signal ends it', async () => {
  await createItems('A')
  const stop = new AbortController()
  const seen: string[] = []
  const follow = async () => {
    for await (const event of client.events({ signal: stop.signal, pauseMs: 1 })) {
      if (event.type !== 'item.created') continue
      seen.push(event.data.object?.sku ?? '')
      if (seen.length === 1) await createItems('B')
      else stop.abort(new Error('enough'))
    }
  }
  await expect(follow()).rejects.toThrow('enough')
  expect(seen).toEqual(['A', 'B'])
})
