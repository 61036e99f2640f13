import { runConcurrently } from '../../functions/store/concurrently'

const numbers = Array.from({ length: 20 }, (_, n) => n)

test.each([
  ['a list', () => numbers],
  ['an iterator', () => numbers.values()],
  [
    'what comes by and by',
    async function* () {
      yield* numbers
    },
  ],
])('each of %s once, so many at a time', async (_, source) => {
  const done: number[] = []
  let running = 0
  let most = 0
  await runConcurrently(source(), 3, async (each) => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running -= 1
    done.push(each)
  })
  expect([done.sort((a, b) => a - b), most]).toEqual([numbers, 3])
})

test('the first failure is the outcome, and nothing begins after it', async () => {
  const begun: number[] = []
  const work = runConcurrently(numbers, 2, async (each) => {
    begun.push(each)
    await new Promise((resolve) => setImmediate(resolve))
    if (each === 3) throw new Error('the third')
  })
  await expect(work).rejects.toThrow('the third')
  expect(begun.length).toBeLessThan(8)
})
