import fc from 'fast-check'
import { mergePage } from '../../functions/catalogue/columns/base-lists'
import { chooseSeed } from '../support/seed'

test('a page of base rows, some of which are gone, and of inserted ones is that of the whole list', () => {
  const changes = fc.record({
    count: fc.nat({ max: 12 }),
    gone: fc.uniqueArray(fc.nat({ max: 11 })),
    inserted: fc.array(fc.nat({ max: 12 })),
    limit: fc.integer({ min: 1, max: 6 }),
    offset: fc.nat({ max: 20 }),
  })
  fc.assert(
    fc.property(changes, ({ count, limit, offset, ...asked }) => {
      const gone = asked.gone.filter((index) => index < count).sort((a, b) => a - b)
      const indexes = asked.inserted.filter((index) => index <= count).sort((a, b) => a - b)
      const inserted = indexes.map((index, number) => ({ index, row: { number } }))
      const whole: unknown[] = []
      for (let index = 0; index <= count; index++) {
        whole.push(...inserted.filter((each) => each.index === index).map(({ row }) => row))
        if (index < count && !gone.includes(index)) whole.push(index)
      }
      expect(mergePage(count, { gone, inserted }, { limit, offset })).toEqual(whole.slice(offset, offset + limit))
    }),
    { seed: chooseSeed(), numRuns: 2_000 },
  )
})
