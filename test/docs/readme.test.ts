import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { readBlocks } from '../support/guide'
import { createCompanyWithKey, useService } from '../support/service'

const service = useService()

test('the tour can be pasted whole, and prints what the README shows', async () => {
  const tour = readBlocks('README.md').find(({ language }) => language === 'sh tour')?.text ?? ''
  const { secret } = await createCompanyWithKey(service)
  const script = tour.replace(/sk_test_\w+/, secret).replace('http://127.0.0.1:4000/v1', service.baseUrl)
  const { stdout, stderr } = await promisify(execFile)('sh', ['-euc', script])
  expect(stderr).toBe('')
  const [refused, ledger] = stdout
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
})

test('it has at most 150 lines', () => {
  expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThanOrEqual(150)
})
