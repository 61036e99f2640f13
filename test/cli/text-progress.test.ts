import { makeProgress } from '../../cli/text-progress'

test('long work tells every five seconds how far it is and how long it will take, and tells its end', () => {
  const told: string[] = []
  let now = 1_000
  const tell = makeProgress(
    'companies',
    (text) => told.push(text),
    () => now,
  )
  const at = (seconds: number, ...progress: Parameters<typeof tell>) => {
    now = 1_000 + seconds * 1_000
    tell(...progress)
  }
  at(4, 10, 10_000)
  at(6, 10, 10_000, ', up to cmp_1')
  at(8, 20, 10_000)
  at(60, 100, 1_300)
  at(120, 9_500, 10_000)
  at(121, 9_990, 10_000)
  at(122, 10_000, 10_000, ', 2 findings')
  expect(told).toEqual([
    '10 of 10,000 companies, about 1.7 hours left, up to cmp_1',
    '100 of 1,300 companies, about 12 minutes left',
    '9,500 of 10,000 companies, less than a minute left',
    '10,000 of 10,000 companies, 2 findings',
  ])
})
