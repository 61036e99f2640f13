import fc from 'fast-check'
import { startTestTable, type TestTable } from '../../testing/table'
import { maxAhead, maxSkew, Story } from './catalogue-story'

// Writers, readers and compactions interleaved, with clocks that disagree and commits that are delayed, as far as the design allows:
// every list must be what the item rows say at that moment.

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

const actor = fc.nat({ max: 2 })
const item = fc.nat({ max: 5 })
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constantFrom('add', 'update', 'move', 'trash', 'restore'), actor, item }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('delayed update', 'delayed move'), actor, item }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('release'), item }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom('read', 'read', 'read', 'slow read'), actor, item }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'purge',
        'cold start',
        'compact',
        'begin compaction',
        'end compaction',
        'sweep',
        'recreate',
        'purge',
      ),
      actor,
      item,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(1, 200, 3_000, 5_900, 14_000, 20_000, 3_700_000, 31 * 86_400_000),
    }),
  },
) as fc.Arbitrary<{ do: string; actor?: number; item?: number; ms?: number }>

test('every list is what the item rows say, whatever came before', async () => {
  const three = (max: number) => fc.array(fc.integer({ min: -maxSkew, max }), { minLength: 3, maxLength: 3 })
  const clocks = fc.record({ readers: three(maxSkew), writers: three(maxAhead) })
  await fc.assert(
    fc.asyncProperty(clocks, fc.array(step, { minLength: 10, maxLength: 60, size: 'max' }), async (ofStory, steps) => {
      await new Story(engine.table, ofStory).run(steps)
    }),
    { numRuns: 50, endOnFailure: true },
  )
}, 120_000)
