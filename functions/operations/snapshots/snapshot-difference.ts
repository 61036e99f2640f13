import type { ItemSegments } from '../../catalogue/items/item-layout'
import { diffItems, type Item } from '../../domain/items/item'
import type { Difference, Differences, ItemDifference, RestoreMode, Summary } from '../../domain/snapshots/difference'

/**
 * What makes the items of `present` those of the snapshot, in the order of their ids. Both hold only live items. With
 * `itemIds`, only these items are compared.
 */
export class SnapshotDifference implements Differences {
  readonly all: Difference[] = []
  private unchanged = 0

  constructor(
    readonly snapshot: ItemSegments,
    readonly present: ItemSegments,
    { mode = 'replace', itemIds = null }: { mode?: RestoreMode; itemIds?: readonly string[] | null } = {},
  ) {
    const chosen = itemIds === null ? null : new Set(itemIds)
    for (const [wanted, now] of walkSideBySide(snapshot, present)) {
      const id = wanted === null ? present.getId(now ?? 0) : snapshot.getId(wanted)
      if (chosen?.has(id) === false) continue
      if (wanted === null && now !== null && mode === 'replace')
        this.all.push({ change: 'trashed', wanted, present: now })
      else if (wanted === null || (now !== null && this.isSame(wanted, now))) this.unchanged += 1
      else if (now === null) this.all.push({ change: 'created', wanted, present: now })
      else this.all.push({ change: 'updated', wanted, present: now })
    }
  }

  get summary(): Summary {
    const summary = { created: 0, updated: 0, trashed: 0, unchanged: this.unchanged }
    for (const { change } of this.all) summary[change] += 1
    return summary
  }

  getItems({ wanted, present }: Difference): { wanted: Item | undefined; present: Item | undefined } {
    return {
      wanted: wanted === null ? undefined : this.snapshot.getRow(wanted),
      present: present === null ? undefined : this.present.getRow(present),
    }
  }

  describe(difference: Difference): ItemDifference {
    const item =
      difference.wanted === null ? this.present.getRow(difference.present) : this.snapshot.getRow(difference.wanted)
    const present = difference.present === null ? null : this.present.getRow(difference.present)
    const fields = difference.wanted === null ? {} : diffItems(present, item)
    const fieldChanges = Object.entries(fields).map(([field, [from, to]]) => ({ field, from, to }))
    return { item_id: item.id, sku: item.sku, change: difference.change, fields: fieldChanges }
  }

  /** The same revision is the same item. An item with another revision may have the same fields again. */
  private isSame(wanted: number, now: number): boolean {
    if (this.snapshot.getRevision(wanted) === this.present.getRevision(now)) return true
    const before = this.present.getRow(now)
    const after = this.snapshot.getRow(wanted)
    return Object.keys(diffItems(before, after)).length === 0
  }
}

/** Walks the positions of two lists in ascending order of item ids. Positions with the same id come together. */
function* walkSideBySide(a: ItemSegments, b: ItemSegments): Generator<[a: number | null, b: number | null]> {
  for (let left = 0, right = 0; left < a.count || right < b.count; ) {
    const order = left === a.count ? 1 : right === b.count ? -1 : compareIds(a.getId(left), b.getId(right))
    yield [order <= 0 ? left++ : null, order >= 0 ? right++ : null]
  }
}

function compareIds(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
