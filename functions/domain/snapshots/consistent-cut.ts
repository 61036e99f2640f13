/** A row of the log as a cut sees it: which of the `n` rows of its transaction, and what it says of an item, if of one. */
export type CutRow = {
  key: string
  transaction: string
  n: number
  /** `previousAt`: when the item's revision before this one was made (epoch milliseconds); null where there was none. */
  item: { id: string; rev: number; previousAt: number | null } | null
}

/**
 * What is known of items before the log is read: an item's revision, 0 for an unknown one, and the revisions that are younger than `since`
 * (epoch milliseconds). The log is read from there on: what is older is in the base whole.
 */
export type CutBase = { rev: (itemId: string) => number; unsettled: { id: string; rev: number }[]; since: number }

/**
 * The rows to add to a base so that no transaction is in it by half, though each read may have shown some rows of a transaction and
 * not others. `first` was read before `second`, and what was committed before `first` began is in it. Taken are all transactions
 * with a row in `first` or in the base, and whatever changed their items before. Null where a row has not shown itself yet: read
 * `second` again. All that is taken was committed before `first` ended, so this comes to an end.
 */
export function consistentCut<Row extends CutRow>(base: CutBase, first: Row[], second: Row[]): Row[] | null {
  const rows = [...new Map([...first, ...second].map((row) => [row.key, row])).values()]
  const siblings = groups(rows, ({ transaction }) => transaction)
  const revisions = new Map(rows.flatMap((row) => (row.item ? [[revisionOf(row.item), row] as const] : [])))
  if (base.unsettled.some((item) => !revisions.has(revisionOf(item)))) return null
  const inBase = rows.filter(({ item }) => item !== null && item.rev <= base.rev(item.id))
  const open = [...first, ...inBase].map(({ transaction }) => transaction)
  const taken = new Map<string, Row[]>()
  for (let transaction = open.pop(); transaction !== undefined; transaction = open.pop()) {
    if (taken.has(transaction)) continue
    const own = siblings.get(transaction) ?? []
    if (own.length < (own[0]?.n ?? 0)) return null
    taken.set(transaction, own)
    for (const { item } of own) {
      if (item === null || (item.previousAt ?? 0) <= base.since) continue
      const before = revisions.get(revisionOf({ id: item.id, rev: item.rev - 1 }))
      if (before === undefined) return null
      open.push(before.transaction)
    }
  }
  return [...taken.values()].flat().filter(({ item }) => item !== null)
}

function revisionOf({ id, rev }: { id: string; rev: number }): string {
  return `${id} ${rev}`
}

function groups<Row>(rows: Row[], keyOf: (row: Row) => string): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) {
    const own = found.get(keyOf(row))
    if (own) own.push(row)
    else found.set(keyOf(row), [row])
  }
  return found
}
