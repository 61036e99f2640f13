import { makeSafeHeaders } from '../../functions/contract/safe-headers'

test.each([
  [undefined, false],
  ['a1b2c3.execute-api.eu-central-1.amazonaws.com', false],
  ['a1b2c3.execute-api.cn-north-1.amazonaws.com.cn', false],
  ['stock.example.com', true],
  ['amazonaws.com.example.com', true],
])('at %s, https alone from now on: %p', (domainName, expected) => {
  const headers: Record<string, string> = makeSafeHeaders({ domainName })
  expect(headers).toMatchObject({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' })
  expect('Strict-Transport-Security' in headers).toBe(expected)
})
