import type { Table } from '../store/client'

/** How a reader's copy of a company's rows is made and kept up to date. */
export type MirrorKind<Mirror> = {
  load: (table: Table, company: string) => Promise<Mirror>
  refresh: (table: Table, company: string, mirror: Mirror) => Promise<Mirror>
  /** About what it takes in memory. */
  bytes: (mirror: Mirror) => number
}

/** All mirrors of one kind together, in bytes: the least recently used go first. */
const budgetBytes = 400_000_000
/** After an hour a mirror is made anew, whatever it has come to. */
const keptMs = 3_600_000

type Slot<Mirror> = {
  mirror: Mirror | null
  loadedAt: number
  running: Promise<Mirror> | null
  next: Promise<Mirror> | null
}

/** What this process holds in memory of each company, brought up to date for every reader. */
export class Mirrors<Mirror> {
  private readonly ofTable = new WeakMap<Table, Map<string, Slot<Mirror>>>()

  constructor(private readonly kind: MirrorKind<Mirror>) {}

  /**
   * The mirror, brought up to date by a refresh that began after the call: one under way may have missed what was acknowledged since.
   * Callers that wait for the same refresh share it.
   */
  get(table: Table, company: string): Promise<Mirror> {
    const slots = this.ofTable.get(table) ?? new Map<string, Slot<Mirror>>()
    this.ofTable.set(table, slots)
    const slot = slots.get(company) ?? { mirror: null, loadedAt: 0, running: null, next: null }
    slots.delete(company) // and to the end: the first are the least recently used
    slots.set(company, slot)
    if (slot.next) return slot.next
    const before = slot.running ?? Promise.resolve()
    slot.next = before
      .catch(() => {})
      .then(() => {
        slot.running = slot.next
        slot.next = null
        return this.update(table, company, slot)
      })
      .finally(() => {
        slot.running = null
        this.evict(slots)
      })
    return slot.next
  }

  private async update(table: Table, company: string, slot: Slot<Mirror>): Promise<Mirror> {
    const known = slot.mirror !== null && table.now() - slot.loadedAt < keptMs ? slot.mirror : null
    slot.mirror = null // a refresh that fails halfway leaves nothing behind
    if (known === null) slot.loadedAt = table.now()
    slot.mirror = await (known === null ? this.kind.load(table, company) : this.kind.refresh(table, company, known))
    return slot.mirror
  }

  private evict(slots: Map<string, Slot<Mirror>>): void {
    const sizes = [...slots].map(([company, { mirror }]) => ({
      company,
      bytes: mirror === null ? 0 : this.kind.bytes(mirror),
    }))
    let total = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
    for (const { company, bytes } of sizes.slice(0, -1)) {
      if (total <= budgetBytes) return
      slots.delete(company)
      total -= bytes
    }
  }
}
