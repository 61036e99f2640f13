import fc from 'fast-check'
import { type CutRow, findConsistentCut } from '../../functions/domain/snapshots/consistent-cut'
import { chooseSeed } from '../support/seed'

// Database transactions of several items each. Each of their rows becomes visible at a moment of its own. The base is
// read at moment 1, the log at 2 and at 3. A transaction that was acknowledged before is visible from 0 on.

const items = ['a', 'b', 'c', 'd']
const moment = fc.nat({ max: 4 })
const transaction = fc.record({
  of: fc.subarray(items, { minLength: 1, maxLength: 3 }),
  acknowledged: fc.boolean(),
  inLog: fc.array(moment, { minLength: 3, maxLength: 3 }),
  inTable: fc.array(moment, { minLength: 3, maxLength: 3 }),
})

type Shown = CutRow & { at: number; inTableAt: number }

/** The rows of a history. What comes after a transaction that is not acknowledged yet is not acknowledged either. */
function rowsOf(history: (typeof transaction extends fc.Arbitrary<infer Value> ? Value : never)[]): Shown[] {
  const revs = new Map<string, number>()
  const tableAt = new Map<string, number>()
  let settled = true
  return history.flatMap(({ of, acknowledged, inLog, inTable }, index) => {
    settled &&= acknowledged
    return of.map((id, row) => {
      const rev = (revs.get(id) ?? 0) + 1
      revs.set(id, rev)
      const inTableAt = Math.max(tableAt.get(id) ?? 0, settled ? 0 : (inTable[row] ?? 0))
      tableAt.set(id, inTableAt)
      const at = settled ? 0 : (inLog[row] ?? 0)
      const item = { id, rev, previousAt: rev === 1 ? null : 1 }
      return { key: `${index}#${row}`, transaction: String(index), n: of.length, item, at, inTableAt }
    })
  })
}

const itemOf = (row: CutRow) => row.item ?? { id: '', rev: 0 }

test('whatever the reads have shown: each transaction is in the cut whole or not at all, and what was acknowledged is in it', () => {
  const outcomes = { whole: 0, again: 0 }
  fc.assert(
    fc.property(fc.array(transaction, { minLength: 1, maxLength: 8 }), (history) => {
      const rows = rowsOf(history)
      const rev = (id: string) =>
        Math.max(0, ...rows.filter((row) => itemOf(row).id === id && row.inTableAt <= 1).map((row) => itemOf(row).rev))
      const unsettled = items.map((id) => ({ id, rev: rev(id) })).filter((item) => item.rev > 0)
      const cutAt = (last: number) =>
        findConsistentCut(
          { rev, unsettled, since: 0 },
          rows.filter(({ at }) => at <= 2),
          rows.filter(({ at }) => at <= last),
        )
      expect(cutAt(4)).not.toBeNull() // once all has shown itself
      const cut = cutAt(3)
      outcomes[cut === null ? 'again' : 'whole'] += 1
      if (cut === null) return
      const state = (id: string) =>
        Math.max(rev(id), ...cut.filter((row) => itemOf(row).id === id).map((row) => itemOf(row).rev))
      for (const [index] of history.entries()) {
        const own = rows.filter((row) => row.transaction === String(index))
        const within = own.map((row) => itemOf(row).rev <= state(itemOf(row).id))
        expect(new Set(within).size).toBe(1)
        if (own.every(({ at, inTableAt }) => at === 0 && inTableAt === 0)) expect(within[0]).toBe(true)
      }
    }),
    { seed: chooseSeed(), numRuns: 3_000 },
  )
  expect(outcomes.whole).toBeGreaterThan(500)
  expect(outcomes.again).toBeGreaterThan(100)
})

test('an item that came back from beyond its trash needs no history', () => {
  const back: CutRow = { key: '1#0', transaction: '1', n: 1, item: { id: 'a', rev: 7, previousAt: 5 } }
  const after: CutRow = { key: '2#0', transaction: '2', n: 1, item: { id: 'a', rev: 8, previousAt: 11 } }
  const base = { rev: () => 0, unsettled: [], since: 10 }
  expect(findConsistentCut(base, [after], [back, after])).toHaveLength(2)
  expect(findConsistentCut(base, [after], [after])).toBeNull()
})

const nothing = { rev: () => 0, unsettled: [], since: 0 }
/** A row of a transaction of `n` rows. Its item is named with its revision, as `a 1`. */
function makeRow(transaction: string, row: number, n: number, revision: string | null): CutRow {
  const [id = '', rev = ''] = revision?.split(' ') ?? []
  const item = { id, rev: Number(rev), previousAt: rev === '1' ? null : 1 }
  return { key: `${transaction}#${row}`, transaction, n, item: revision === null ? null : item }
}

test('a transaction that began to show itself after the first read holds nothing up', () => {
  const known = makeRow('1', 0, 1, 'a 1')
  const later = [makeRow('2', 0, 2, 'b 1'), makeRow('3', 0, 2, null)]
  expect(findConsistentCut(nothing, [known], [known, ...later])).toEqual([known])
})

test('what the base shows of a transaction must be in the cut with all its rows', () => {
  const [a, b] = [makeRow('1', 0, 2, 'a 1'), makeRow('1', 1, 2, 'b 1')]
  const base = { ...nothing, rev: (id: string) => (id === 'a' ? 1 : 0) }
  expect(findConsistentCut(base, [], [a])).toBeNull()
  expect(findConsistentCut(base, [], [a, b])).toEqual([a, b])
  expect(findConsistentCut(nothing, [], [a, b])).toEqual([])
})

test('a base with a revision that the log does not show yet waits for it', () => {
  const base = { ...nothing, rev: () => 1, unsettled: [{ id: 'a', rev: 1 }] }
  expect(findConsistentCut(base, [], [])).toBeNull()
  expect(findConsistentCut(base, [], [makeRow('1', 0, 1, 'a 1')])).toHaveLength(1)
})

test('rows that are not of items complete their transaction, and are not in the cut', () => {
  const [item, order] = [makeRow('1', 0, 2, 'a 1'), makeRow('1', 1, 2, null)]
  expect(findConsistentCut(nothing, [item], [item])).toBeNull()
  expect(findConsistentCut(nothing, [item, order], [])).toEqual([item])
})

test('each transaction of a long history is looked at once: a second look at each would take for ever', () => {
  const history = Array.from({ length: 60 }, (_, index) =>
    ['a', 'b'].map((id, row) => makeRow(String(index), row, 2, `${id} ${index + 1}`)),
  ).flat()
  expect(findConsistentCut(nothing, history.slice(-2), history)).toHaveLength(120)
})
