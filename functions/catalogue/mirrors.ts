import type { Table } from '../store/client'
import { observe } from '../store/metrics'

/** `aid`: what the reader brings with it. */
export type MirrorKind<Mirror, Aid> = {
  load: (table: Table, companyId: string, aid: Aid) => Promise<Mirror>
  refresh: (table: Table, companyId: string, mirror: Mirror, aid: Aid) => Promise<Mirror>
  /** Approximate memory use, in bytes. */
  bytes: (mirror: Mirror) => number
}

/** For all mirrors of one kind. The least recently used are dropped first. */
const defaultBudgetBytes = 400_000_000
/** A mirror is loaded anew after an hour, whatever it holds. */
const keptMs = 3_600_000

type Slot<Mirror> = {
  mirror: Mirror | null
  loadedAt: number
  running: Promise<Mirror> | null
  next: Promise<Mirror> | null
}

/** The mirrors of this process, one for each company. Each read brings its mirror up to date. */
export class Mirrors<Mirror, Aid = void> {
  private readonly ofTable = new WeakMap<Table, Map<string, Slot<Mirror>>>()

  constructor(
    private readonly kind: MirrorKind<Mirror, Aid>,
    private readonly budgetBytes = defaultBudgetBytes,
  ) {}

  /** Waits for a refresh that began after the call: one under way can miss changes acknowledged since it began. */
  get(table: Table, companyId: string, aid: Aid): Promise<Mirror> {
    const slots = this.ofTable.get(table) ?? new Map<string, Slot<Mirror>>()
    this.ofTable.set(table, slots)
    const slot = slots.get(companyId) ?? { mirror: null, loadedAt: 0, running: null, next: null }
    slots.delete(companyId) // moves the slot to the end: the first slots are the least recently used
    slots.set(companyId, slot)
    if (slot.next) return slot.next
    const before = slot.running ?? Promise.resolve()
    slot.next = before
      .catch(() => {})
      .then(() => {
        slot.running = slot.next
        slot.next = null
        return this.update(table, companyId, { slot, aid })
      })
      .finally(() => {
        slot.running = null
        this.evict(slots)
      })
    return slot.next
  }

  private async update(
    table: Table,
    companyId: string,
    { slot, aid }: { slot: Slot<Mirror>; aid: Aid },
  ): Promise<Mirror> {
    const known = table.now() - slot.loadedAt < keptMs ? slot.mirror : null
    slot.mirror = null // if the refresh fails halfway, nothing is left behind
    if (known === null) {
      observe('CatalogueLoads')
      slot.loadedAt = table.now()
    }
    slot.mirror = await (known === null
      ? this.kind.load(table, companyId, aid)
      : this.kind.refresh(table, companyId, known, aid))
    return slot.mirror
  }

  private evict(slots: Map<string, Slot<Mirror>>): void {
    const sizes = [...slots].map(([companyId, { mirror }]) => ({
      companyId,
      bytes: mirror === null ? 0 : this.kind.bytes(mirror),
    }))
    let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { companyId, bytes } of sizes.slice(0, -1)) {
      if (total <= this.budgetBytes) return
      slots.delete(companyId)
      total -= bytes
    }
  }
}
