import { Replicas } from '../../functions/catalogue/replica/replicas'
import type { Table } from '../../functions/store/client'
import { noon, useTable } from '../support/table'

const engine = useTable()

/** Replicas that write down what is done to them; a company's name says how much memory it takes. */
function recordCalls() {
  const done: string[] = []
  const replicas = new Replicas<string>({
    load: async (_, companyId) => {
      done.push(`load ${companyId}`)
      return companyId
    },
    refresh: async (_, companyId) => {
      if (companyId === 'broken') throw new Error('lost')
      done.push(`refresh ${companyId}`)
      return companyId
    },
    bytes: (companyId) => Number(companyId.split(' ')[1] ?? 0) * 1_000_000,
  })
  const get = (companyId: string) => replicas.get(engine.table, companyId)
  return { done, get }
}

test('a replica is loaded once, refreshed after that, and made anew after an hour', async () => {
  const { done, get } = recordCalls()
  await get('a')
  await get('a')
  engine.setTime(noon + 3_600_000)
  await get('a')
  expect(done).toEqual(['load a', 'refresh a', 'load a'])
})

test('calls at once share a refresh, but not one that began before them', async () => {
  const { done, get } = recordCalls()
  const first = get('a')
  await Promise.resolve()
  await Promise.resolve()
  await Promise.all([first, get('a'), get('a'), get('a')])
  expect(done).toEqual(['load a', 'refresh a'])
})

test('the least recently used go when memory is short', async () => {
  const { done, get } = recordCalls()
  for (const companyId of ['a 150', 'b 150', 'a 150', 'c 150']) await get(companyId)
  await get('a 150')
  await get('b 150')
  expect(done.slice(-2)).toEqual(['refresh a 150', 'load b 150'])
})

test('a replica whose refresh failed is loaded anew', async () => {
  const { done, get } = recordCalls()
  await get('broken')
  await expect(get('broken')).rejects.toThrow('lost')
  await get('broken')
  expect(done).toEqual(['load broken', 'load broken'])
})

test('a replica is refreshed for just less than an hour after it was loaded, however often', async () => {
  const { done, get } = recordCalls()
  await get('a')
  for (const minutes of [30, 59]) {
    engine.setTime(noon + minutes * 60_000)
    await get('a')
  }
  engine.setTime(noon + 3_600_000 - 1)
  await get('a')
  engine.setTime(noon + 3_600_000)
  await get('a')
  engine.setTime(noon + 2 * 3_600_000 - 1)
  await get('a')
  expect(done).toEqual(['load a', 'refresh a', 'refresh a', 'refresh a', 'load a', 'refresh a'])
})

test('replicas that just fit into memory stay; the one that was read last stays, whatever it takes', async () => {
  const { done, get } = recordCalls()
  for (const companyId of ['a 200', 'b 200', 'a 200', 'b 200']) await get(companyId)
  expect(done).toEqual(['load a 200', 'load b 200', 'refresh a 200', 'refresh b 200'])
  for (const companyId of ['c 900', 'c 900', 'a 200']) await get(companyId)
  expect(done.slice(4)).toEqual(['load c 900', 'refresh c 900', 'load a 200'])
})

test('no more replicas go than must', async () => {
  const { done, get } = recordCalls()
  for (const companyId of ['a 100', 'b 100', 'c 100', 'd 150', 'c 100', 'b 100', 'a 100']) await get(companyId)
  expect(done.slice(4)).toEqual(['refresh c 100', 'refresh b 100', 'load a 100'])
})

test.each([
  { reads: ['c 100', 'b 100'], calls: ['refresh c 100', 'load b 100'] },
  { reads: ['b 100'], calls: ['load b 100'] },
])('as many replicas go as must: $calls', async ({ reads, calls }) => {
  const { done, get } = recordCalls()
  for (const companyId of ['a 100', 'b 100', 'c 100', 'd 290', ...reads]) await get(companyId)
  expect(done.slice(4)).toEqual(calls)
})

test('each table has its own replicas', async () => {
  const done: unknown[] = []
  const load = async (table: Table) => done.push(table.name)
  const replicas = new Replicas<number>({ load, refresh: load, bytes: () => 0 })
  const tables = ['one', 'two'].map((name) => ({ ...engine.table, name }))
  for (const table of tables) await replicas.get(table, 'a')
  expect(done).toEqual(['one', 'two'])
})

test('a reader that waits for a refresh which fails gets one of its own', async () => {
  const { done, get } = recordCalls()
  await get('broken')
  const failing = get('broken')
  failing.catch(() => {})
  await new Promise(setImmediate)
  await Promise.all([expect(get('broken')).resolves.toBe('broken'), expect(failing).rejects.toThrow('lost')])
  expect(done).toEqual(['load broken', 'load broken'])
})

test('a replica is told to nobody before it is whole', async () => {
  let finish = (_: string) => {}
  const replicas = new Replicas<string>({
    load: () => new Promise((resolve) => (finish = resolve)),
    refresh: async (_, __, replica) => `${replica}!`,
    bytes: () => 0,
  })
  const first = replicas.get(engine.table, 'a')
  await new Promise(setImmediate)
  const second = replicas.get(engine.table, 'a')
  finish('whole')
  expect([await first, await second]).toEqual(['whole', 'whole!'])
})
