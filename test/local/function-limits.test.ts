import { Turns } from '../../local/functions/turns'
import { WorkerLimit } from '../../local/functions/worker-limit'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** Two at once, and long from a second on. `begun` has those that have a turn, in order. */
function openTurns() {
  const turns = new Turns(2, 1_000)
  const begun: string[] = []
  const begin = async (name: string) => {
    const end = await turns.take()
    begun.push(name)
    return end
  }
  return { begin, begun }
}

/** What waits for a promise goes on. */
const settle = () => jest.advanceTimersByTimeAsync(0)

test('so many run at once; who came first has the next turn', async () => {
  const { begin, begun } = openTurns()
  const [first, second] = [await begin('a'), await begin('b')]
  const third = begin('c')
  void begin('d')
  await settle()
  expect(begun).toEqual(['a', 'b'])
  second()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c'])
  first()
  await settle()
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
  void third.then((end) => end())
  await begin('e')
  expect(begun).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what takes long counts no more, and what ends after that frees no second turn', async () => {
  const { begin, begun } = openTurns()
  const long = await begin('long')
  await begin('longer')
  for (const name of ['c', 'd', 'e']) void begin(name)
  await jest.advanceTimersByTimeAsync(999)
  expect(begun).toEqual(['long', 'longer'])
  await jest.advanceTimersByTimeAsync(1)
  expect(begun).toEqual(['long', 'longer', 'c', 'd'])
  long()
  await settle()
  expect(begun).toEqual(['long', 'longer', 'c', 'd'])
})

// Workers are numbers here. `ended` has those that the limit has ended.

function openLimit(max: number, idleMs = 60_000) {
  const limit = new WorkerLimit<number>(max, idleMs)
  const ended: number[] = []
  const end = (worker: number) => () => {
    ended.push(worker)
    limit.free(worker)
  }
  return { limit, ended, idle: (worker: number) => limit.addIdle(worker, end(worker)) }
}

test('so many workers at once, and no more; who found no room is told once when one has ended', () => {
  const { limit } = openLimit(2)
  const told: string[] = []
  const take = (name: string) => limit.take(() => told.push(name) > 0)
  expect([take('a'), take('b'), take('c'), take('d')]).toEqual([true, true, false, false])
  limit.free(1)
  expect(told).toEqual(['c'])
  expect(take('c')).toBe(true)
  limit.free(2)
  expect(told).toEqual(['c', 'd'])
  limit.free(3)
  expect(told).toEqual(['c', 'd'])
})

test('who does not use what has become free leaves it to the next one', () => {
  const { limit, idle } = openLimit(1)
  const told: string[] = []
  expect(limit.take(() => false)).toBe(true)
  for (const name of ['a', 'b', 'c']) expect(limit.take(() => told.push(name) === 2)).toBe(false)
  idle(1)
  expect(told).toEqual(['a', 'b'])
})

test('the worker that has been idle longest makes room', () => {
  const { limit, ended, idle } = openLimit(3)
  const take = () => limit.take(() => false)
  expect([take(), take(), take()]).toEqual([true, true, true])
  for (const worker of [1, 2, 3]) idle(worker)
  limit.removeIdle(1)
  expect([take(), ended]).toEqual([true, [2]])
  expect([take(), ended]).toEqual([true, [2, 3]])
  expect([take(), ended]).toEqual([false, [2, 3]])
})

test('a worker that is idle for long ends; one that is used again does not', () => {
  const { limit, ended, idle } = openLimit(2, 1_000)
  for (const worker of [1, 2]) {
    limit.take(() => false)
    idle(worker)
  }
  jest.advanceTimersByTime(999)
  limit.removeIdle(1)
  expect(ended).toEqual([])
  jest.advanceTimersByTime(1)
  expect(ended).toEqual([2])
  jest.advanceTimersByTime(10_000)
  expect(ended).toEqual([2])
})
