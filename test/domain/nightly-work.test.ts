import { listPlansOf, NightCount } from '../../functions/domain/companies/nightly-work'

test('Enterprise comes first; daily snapshots are of Enterprise alone', () => {
  expect(listPlansOf('upkeep')).toEqual(['enterprise', 'professional', 'starter'])
  expect(listPlansOf('daily_snapshot')).toEqual(['enterprise'])
})

test('a night counts who is done, who is left, who was left the night before, too, and who waits longest', () => {
  const count = new NightCount('2026-03-14')
  expect(count.result).toEqual({ companies: 0, done: 0, left: 0, unreached: 0, oldest: null })
  for (const reached of ['2026-03-14', '2026-03-15', '2026-03-13', '2026-03-12', '2026-02-28']) count.add(reached)
  expect(count.result).toEqual({ companies: 5, done: 2, left: 3, unreached: 2, oldest: '2026-02-28' })
})
