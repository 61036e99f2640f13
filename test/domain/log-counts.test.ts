import fc from 'fast-check'
import { auditActions, resourceTypes } from '../../functions/domain/log/audit'
import { LogCounts, type LogFilter, makeLogMatcher } from '../../functions/domain/log/log-counts'
import { movementTypes } from '../../functions/domain/stock/movement'
import { testProperty } from '../support/property'

const users = ['usr_1', 'usr_2', 'usr|of|a|directory', '']
const fields = {
  action: fc.constantFrom(...auditActions),
  resource_type: fc.constantFrom(...resourceTypes),
  type: fc.constantFrom(...movementTypes),
  user_id: fc.constantFrom(...users),
}
/** As a log row: one that moved no stock has no `type`. */
const row = fc
  .record(
    { ...fields, quantity_change: fc.integer({ min: -9, max: 9 }) },
    { requiredKeys: ['action', 'resource_type', 'user_id'] },
  )
  .map((own) => ({ sk: '1', ...own }))
const filter: fc.Arbitrary<LogFilter> = fc.record({ ...fields, moved: fc.boolean() }, { requiredKeys: [] })

const countRows = (rows: Parameters<LogCounts['add']>[0][]) => {
  const counts = new LogCounts()
  for (const each of rows) counts.add(each)
  return counts
}

testProperty(
  'the sum of a filter is the number of rows that match it, also after the counts were stored',
  { of: [fc.array(row, { maxLength: 60 }), filter], runs: 1_000 },
  (rows, query) => {
    const counts = countRows(rows)
    const matching = rows.filter(makeLogMatcher(query)).length
    expect(counts.sum(query)).toBe(matching)
    const stored = LogCounts.parse(JSON.parse(JSON.stringify(counts)), {})
    expect(stored.sum(query)).toBe(matching)
    expect([stored.size, stored.rows]).toEqual([counts.size, rows.length])
  },
)

testProperty(
  'units in and out add up by type, in two counts that are merged as in one, also after they were stored',
  { of: [fc.array(row, { maxLength: 20 }), fc.nat({ max: 20 })] },
  (rows, first) => {
    const counts = countRows(rows.slice(0, first))
    counts.merge(countRows(rows.slice(first)))
    const units: Record<string, [number, number]> = {}
    for (const { type, quantity_change = 0 } of rows) {
      if (type === undefined) continue
      units[type] ??= [0, 0]
      units[type][quantity_change > 0 ? 0 : 1] += Math.abs(quantity_change)
    }
    expect(counts.units).toEqual(units)
    expect(counts).toEqual(countRows(rows))
    expect(LogCounts.parse(counts.toJSON(), units)).toEqual(counts)
  },
)

const moved = { action: 'update', resource_type: 'item', type: 'issue', user_id: 'usr_1' } as const
const renamed = { action: 'update', resource_type: 'item', user_id: 'usr_1' } as const

test.each<[LogFilter, boolean, boolean]>([
  [{}, true, true],
  [{ action: 'update' }, true, true],
  [{ action: 'delete' }, false, false],
  [{ resource_type: 'item' }, true, true],
  [{ resource_type: 'order' }, false, false],
  [{ type: 'issue' }, true, false],
  [{ type: 'receive' }, false, false],
  [{ user_id: 'usr_1' }, true, true],
  [{ user_id: 'usr_2' }, false, false],
  [{ moved: true }, true, false],
  [{ moved: false }, true, true],
  [{ action: undefined, resource_type: undefined, type: undefined, user_id: undefined }, true, true],
])('%j matches a row that moved stock: %p, and one that moved none: %p', (query, ofMoved, ofRenamed) => {
  expect(makeLogMatcher(query)(moved)).toBe(ofMoved)
  expect(makeLogMatcher(query)(renamed)).toBe(ofRenamed)
  expect(countRows([moved, renamed, renamed]).sum(query)).toBe(Number(ofMoved) + 2 * Number(ofRenamed))
})

test('a user’s name may have the sign that keeps the fields apart', () => {
  const stored = LogCounts.parse({ 'update|item||usr|1': 3, 'update|item||usr1': 1 }, {})
  expect(stored.sum({ user_id: 'usr|1' })).toBe(3)
})

// Days that were counted are stored for years.
test('counts are stored under the fields that they are counted by', () => {
  const counts = countRows([moved, renamed, moved])
  expect(counts.toJSON()).toEqual({ 'update|item|issue|usr_1': 2, 'update|item||usr_1': 1 })
  expect(counts.size).toBe(2)
})
