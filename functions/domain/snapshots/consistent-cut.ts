import { groupBy } from '../group'

/** `transaction` is a ulid, `n` the number of its rows. `item` is null if the row is not of an item. */
export type CutRow = {
  key: string
  transaction: string
  n: number
  /** `previousAt`: when the item's previous revision was made, or null if there was none. */
  item: { id: string; rev: number; previousAt: number | null } | null
}

/** Holds all that is older than `since`. `rev` is 0 for an unknown item. `unsettled`: revisions made after `since`. */
export type CutBase = { rev: (itemId: string) => number; unsettled: { id: string; rev: number }[]; since: number }

/**
 * Chooses the log rows to add to a base so that each database transaction is in the result whole, or not at all: a read
 * can show only some of its rows. `first` was read before `second`. The result has all database transactions with a row
 * in `first` or in the base, and all earlier changes of their items: so every change committed before `first` began.
 * Null if a row is not visible yet: read `second` again. This comes to an end, for everything in the result was
 * committed before `first` ended.
 */
export function findConsistentCut<Row extends CutRow>(base: CutBase, first: Row[], second: Row[]): Row[] | null {
  const rows = [...new Map([...first, ...second].map((row) => [row.key, row])).values()]
  const siblings = groupBy(rows, ({ transaction }) => transaction)
  const revisions = new Map(rows.flatMap((row) => (row.item ? [[formatRevision(row.item), row] as const] : [])))
  if (base.unsettled.some((item) => !revisions.has(formatRevision(item)))) return null
  const inBase = rows.filter(({ item }) => item !== null && item.rev <= base.rev(item.id))
  const openTransactions = [...first, ...inBase].map(({ transaction }) => transaction)
  const rowsInCut = new Map<string, Row[]>()
  for (let transaction = openTransactions.pop(); transaction !== undefined; transaction = openTransactions.pop()) {
    if (rowsInCut.has(transaction)) continue
    const own = siblings.get(transaction) ?? []
    if (own.length < (own[0]?.n ?? 0)) return null
    rowsInCut.set(transaction, own)
    for (const { item } of own) {
      if (item === null || (item.previousAt ?? 0) <= base.since) continue
      const before = revisions.get(formatRevision({ id: item.id, rev: item.rev - 1 }))
      if (before === undefined) return null
      openTransactions.push(before.transaction)
    }
  }
  return [...rowsInCut.values()].flat().filter(({ item }) => item !== null)
}

function formatRevision({ id, rev }: { id: string; rev: number }): string {
  return `${id} ${rev}`
}
