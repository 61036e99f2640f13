import { BoundedMap } from '../../domain/bounded-map'
import { observe } from '../../metrics'
import type { Table } from '../../store/table/table'

/** `aid`: what the reader brings with it. */
export type ReplicaKind<Replica, Aid> = {
  load: (table: Table, companyId: string, aid: Aid) => Promise<Replica>
  refresh: (table: Table, companyId: string, replica: Replica, aid: Aid) => Promise<Replica>
  /** Approximate memory use, in bytes. */
  bytes: (replica: Replica) => number
}

/** For all replicas of one kind. The least recently used are dropped first. */
const defaultBudgetBytes = 400_000_000
/** A replica is loaded anew after an hour, whatever it holds. */
const keptMs = 3_600_000

type Slot<Replica> = {
  replica: Replica | null
  loadedAt: number
  running: Promise<Replica> | null
  next: Promise<Replica> | null
}

/**
 * The replicas of this process, one for each company. Each read brings its replica up to date, one read at a time: that
 * of a request which the meter has refused may still run when the next one comes.
 */
export class Replicas<Replica, Aid = void> {
  private readonly slotsByTable = new WeakMap<Table, BoundedMap<string, Slot<Replica>>>()

  constructor(
    private readonly kind: ReplicaKind<Replica, Aid>,
    private readonly budgetBytes = defaultBudgetBytes,
  ) {}

  /** Waits for a refresh that began after the call: one under way can miss changes acknowledged since it began. */
  get(table: Table, companyId: string, aid: Aid): Promise<Replica> {
    const slots = this.getSlots(table)
    const slot = slots.get(companyId) ?? { replica: null, loadedAt: 0, running: null, next: null }
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
        slots.trim()
      })
    return slot.next
  }

  private getSlots(table: Table): BoundedMap<string, Slot<Replica>> {
    const countBytes = ({ replica }: Slot<Replica>) => (replica === null ? 0 : this.kind.bytes(replica))
    const slots = this.slotsByTable.get(table) ?? new BoundedMap<string, Slot<Replica>>(this.budgetBytes, countBytes)
    this.slotsByTable.set(table, slots)
    return slots
  }

  private async update(
    table: Table,
    companyId: string,
    { slot, aid }: { slot: Slot<Replica>; aid: Aid },
  ): Promise<Replica> {
    const known = table.now() - slot.loadedAt < keptMs ? slot.replica : null
    slot.replica = null // if the refresh fails halfway, nothing is left behind
    if (known === null) {
      observe('CatalogueLoads')
      slot.loadedAt = table.now()
    }
    slot.replica = await (known === null
      ? this.kind.load(table, companyId, aid)
      : this.kind.refresh(table, companyId, known, aid))
    return slot.replica
  }
}
