import { unfoldStacks } from '../../local/functions/log-lines'

test('the stack of an error stands below its line, without the place in the bundle', () => {
  const error = {
    name: 'Error',
    location: 'asset.1/index.js:84',
    message: 'lost',
    stack: 'Error: lost\n    at a.ts:1:2',
  }
  const lines = ['plain', JSON.stringify({ level: 'ERROR', error }), JSON.stringify({ level: 'INFO' })]
  expect(unfoldStacks(lines.join('\n'))).toBe(
    'plain\n{"level":"ERROR","error":{"name":"Error","message":"lost"}}\nError: lost\n    at a.ts:1:2\n{"level":"INFO"}',
  )
})
