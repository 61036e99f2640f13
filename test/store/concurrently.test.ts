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

test('a failure is the outcome only when all that has begun has ended', async () => {
  const ended: number[] = []
  let end = () => {}
  const slow = new Promise<void>((resolve) => {
    end = resolve
  })
  let outcome = 'none yet'
  const work = runConcurrently([1, 2], 2, async (each) => {
    if (each === 2) throw new Error('the second')
    await slow
    ended.push(each)
  }).catch(({ message }: Error) => {
    outcome = message
  })
  await new Promise((resolve) => setImmediate(resolve))
  expect([ended, outcome]).toEqual([[], 'none yet'])
  end()
  await work
  expect([ended, outcome]).toEqual([[1], 'the second'])
})
