import type { ItemSegments } from '../../catalogue/items/item-segments'
import { difference, type Item } from '../../domain/items/item'
import type { Difference, Differences, ItemDifference, RestoreMode, Summary } from '../../domain/snapshots/difference'

/**
 * What has to be done to the items of `present` to make them those of the snapshot (both live items only), in the order of their ids.
 * With `itemIds` for those alone.
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
    for (const [wanted, now] of sideBySide(snapshot, present)) {
      const id = wanted === null ? present.id(now ?? 0) : snapshot.id(wanted)
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

  /** The item as the snapshot has it, and as it is now. */
  items({ wanted, present }: Difference): { wanted: Item | undefined; present: Item | undefined } {
    return {
      wanted: wanted === null ? undefined : this.snapshot.item(wanted),
      present: present === null ? undefined : this.present.item(present),
    }
  }

  describe(row: Difference): ItemDifference {
    const item = row.wanted === null ? this.present.item(row.present) : this.snapshot.item(row.wanted)
    const present = row.present === null ? null : this.present.item(row.present)
    const fields = row.wanted === null ? {} : difference(present, item)
    const told = Object.entries(fields).map(([field, [from, to]]) => ({ field, from, to }))
    return { item_id: item.id, sku: item.sku, change: row.change, fields: told }
  }

  /** The same revision is the same item; another one may have come back to the same fields. */
  private isSame(wanted: number, now: number): boolean {
    if (this.snapshot.rev(wanted) === this.present.rev(now)) return true
    const before = this.present.item(now)
    const after = this.snapshot.item(wanted)
    return Object.keys(difference(before, after)).length === 0
  }
}

/** The rows of two lists in ascending order of their ids, those of the same id together. */
function* sideBySide(a: ItemSegments, b: ItemSegments): Generator<[a: number | null, b: number | null]> {
  for (let left = 0, right = 0; left < a.count || right < b.count; ) {
    const order = left === a.count ? 1 : right === b.count ? -1 : compared(a.id(left), b.id(right))
    yield [order <= 0 ? left++ : null, order >= 0 ? right++ : null]
  }
}

function compared(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
