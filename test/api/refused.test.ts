import { type Route, routes } from '../../functions/routes'
import { startTableEngine, type TableEngine } from '../../local/table/table-engine'
import { startFaultyEngine } from '../support/faults/faulty-engine'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

// What refused reads ask of DynamoDB.

let engine: TableEngine
let proxy: Awaited<ReturnType<typeof startFaultyEngine>>
const operations: string[] = []
const service = useService(async () => {
  engine = await startTableEngine(readTestStack(), null)
  proxy = await startFaultyEngine(engine.endpoint, ({ operation }) => {
    operations.push(operation)
    return null
  })
  return startTestService(readTestStack(), { workersPerFunction: 1, engine: proxy.endpoint })
})
afterAll(async () => {
  await proxy.stop()
  await engine.stop()
})

async function createLimitedCompany() {
  const { call } = await createCompanyWithKey(service, 'starter')
  const get = async (path: string) => (await call('GET', path)).status
  for (let n = 0; n < 60; n++) expect(await get('/restores')).toBe(200)
  const asked = async (path: string) => {
    operations.length = 0
    expect(await get(path)).toBe(429)
    return [...operations]
  }
  return { asked }
}

rehearse(
  'after one refusal, a container counts the key before it reads: a refused read costs its refusal alone',
  async () => {
    const { asked } = await createLimitedCompany()
    expect(await asked('/restores')).toContain('Query') // the first one has begun to read meanwhile
    expect(await asked('/restores')).toEqual(['UpdateItem'])
    service.setTime(service.now() + 60_000)
    const { asked: askedOfAnother } = await createLimitedCompany()
    expect(await askedOfAnother('/restores')).toContain('Query')
  },
)

rehearse('a read that may write or start work is counted before it begins', async () => {
  const { asked } = await createLimitedCompany()
  const reads = Object.values<Route>(routes).filter(({ startsWork }) => startsWork)
  const paths = reads.map(({ path }) => path.replace('{id}', 'rst_1'))
  for (const path of paths) expect([path, await asked(path)]).toEqual([path, ['UpdateItem']])
})
