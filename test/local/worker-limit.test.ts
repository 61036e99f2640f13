import { WorkerLimit } from '../../local/functions/worker-limit'

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
  jest.useFakeTimers()
  try {
    const { limit, ended, idle } = openLimit(2, 1_000)
    limit.take(() => false)
    limit.take(() => false)
    idle(1)
    idle(2)
    jest.advanceTimersByTime(999)
    limit.removeIdle(1)
    expect(ended).toEqual([])
    jest.advanceTimersByTime(1)
    expect(ended).toEqual([2])
    jest.advanceTimersByTime(10_000)
    expect(ended).toEqual([2])
  } finally {
    jest.useRealTimers()
  }
})
