import { type Route, routes } from '../../functions/routes'
import type { EngineCall } from '../support/faults/faulty-engine'
import { startFaultyService } from '../support/faults/faulty-service'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, useService } from '../support/service'

// What refused reads ask of DynamoDB.

const operations: string[] = []
const fateOf = ({ operation }: EngineCall) => {
  operations.push(operation)
  return null
}
const service = useService(() => startFaultyService(fateOf, { workersPerFunction: 1 }))

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
  const reads = Object.values<Route>(routes).filter(({ meterBeforeRunning }) => meterBeforeRunning)
  const paths = reads.map(({ path }) => path.replace('{id}', 'rst_1'))
  for (const path of paths) expect([path, await asked(path)]).toEqual([path, ['UpdateItem']])
})
