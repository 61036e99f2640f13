import { readProxyAnswer } from '../../local/gateway/proxy-integration'

test('headers that API Gateway keeps for itself pass on under another name', () => {
  const answer = readProxyAnswer({ statusCode: 401, headers: { 'WWW-Authenticate': 'Bearer', ETag: '"1"' }, body: '' })
  expect(answer?.headers).toEqual({
    'content-type': 'application/json',
    'x-amzn-remapped-www-authenticate': 'Bearer',
    etag: '"1"',
  })
})

test.each([[null], ['text'], [{}], [{ statusCode: '200' }], [{ statusCode: 200, body: {} }]])(
  '%j is no answer',
  (result) => {
    expect(readProxyAnswer(result)).toBeNull()
  },
)
