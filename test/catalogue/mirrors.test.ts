import { Mirrors } from '../../functions/catalogue/mirrors'
import { noon, startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())
beforeEach(() => engine.setTime(noon))

/** Mirrors that write down what is done to them; a company's name says how much memory it takes. */
function recordCalls() {
  const done: string[] = []
  const mirrors = new Mirrors<string>({
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
  const get = (companyId: string) => mirrors.get(engine.table, companyId)
  return { done, get }
}

test('a mirror is loaded once, refreshed after that, and made anew after an hour', async () => {
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

test('a mirror whose refresh failed is loaded anew', async () => {
  const { done, get } = recordCalls()
  await get('broken')
  await expect(get('broken')).rejects.toThrow('lost')
  await get('broken')
  expect(done).toEqual(['load broken', 'load broken'])
})
