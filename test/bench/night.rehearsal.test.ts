import { runNight } from '../../bench/night/run-night'
import { makeStackWith } from '../support/stack-with'

const workers = 2

test('a night of companies beside requests: each is done once, also where workers are killed', async () => {
  const stack = makeStackWith({ nightlyWorkers: String(workers) })
  const sizes = { companies: 30, seed: 1, largest: 300 }
  const options = { workers, eventsAtOnce: 16, idleMs: 1_000, sample: 30, report: () => {} } // on any machine
  const night = await runNight({ ...sizes, ...options, stack })
  expect(night.faults).toEqual([])
  expect([night.companies.length, night.works]).toEqual([30, 31])
  expect(night.kills.map(({ work, storedBefore, stored }) => [work, storedBefore, stored])).toEqual([
    ['upkeep', 2, 4],
    ['daily_snapshot', 0, 1],
  ])
  expect(night.peak).toBe(workers)
  expect(night.beside.samples.filter(({ failed }) => failed)).toEqual([])
})
