import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { keyScopes } from '../../functions/domain/companies/caller'
import { serve } from '../../local/serve'
import { readBlocks } from '../support/guide'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, startTestService, useService } from '../support/service'
import { readTestStack } from '../support/stack'

const service = useService(() => startTestService(readTestStack(), { events: true }))

rehearse(
  'the tour can be pasted whole, and prints what the README shows',
  async () => {
    const tour = readBlocks('README.md').find(({ language }) => language === 'sh tour')?.text ?? ''
    service.setTime(0) // the machine's clock: what verifies the event goes by it
    const { secret, call } = await createCompanyWithKey(service, 'enterprise', [...keyScopes])
    const port = await findPort()
    const script = tour
      .replace(/sk_test_\w+/, secret)
      .replace('http://127.0.0.1:4000/v1', service.baseUrl)
      .replaceAll('4100', port)
    const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script])
    expect(stderr).toBe(`Listening on http://127.0.0.1:${port}/\n`)
    const [refused, ledger, event] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    expect(refused).toMatchObject({
      error: { code: 'insufficient_stock', field: 'quantity', message: 'Not enough stock: 7 available, 8 wanted.' },
    })
    expect(ledger).toMatchObject({
      data: [
        { sequence: 3, type: 'reversal', quantity_change: 3, quantity_after: 10 },
        { sequence: 2, type: 'issue', quantity_change: -3, quantity_after: 7 },
        { sequence: 1, type: 'initial', quantity_change: 10, quantity_after: 10 },
      ],
      pagination: { total: 3, limit: 50, offset: 0, has_more: false },
    })
    expect(event).toMatchObject({
      type: 'item.low_stock',
      data: { object: { quantity: 7, reorder_point: 8 }, previous: { quantity: 10 } },
    })
    expect((await call('GET', '/webhooks')).body.pagination.total).toBe(0)
  },
  120_000,
)

/** One that is free now. */
async function findPort(): Promise<string> {
  const { endpoint, stop } = await serve(() => {})
  await stop()
  return new URL(endpoint).port
}

test('it has at most 150 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})
