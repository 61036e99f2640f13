import { type Plan, plans } from '../../../functions/domain/companies/plan'
import { dayMs } from '../../../functions/domain/time'
import { computeDay, type Expected, type Item, type Items, type Reply, refuse, toTime } from './items'

type Counts = { item_count: number; total_quantity: number }
export type Snapshot = Counts & { id: string; type: string; created_at: string; expiresAt: number; items: Item[] }
export type Choice = { mode: 'replace' | 'merge'; ids: string[] | null; isDry: boolean }
const pickFields = ({ id: _id, created_at: _at, rev: _rev, sequence: _, deleted_at: __, ...fields }: Item) => fields
const isSame = (a: Item, b: Item) => JSON.stringify(pickFields(a)) === JSON.stringify(pickFields(b))

export class Snapshots {
  all: Snapshot[] = []
  readonly restores: { id: string; undoes: string; isUndo: boolean; at: number }[] = []
  private readonly used = { snapshots: [] as number[], restores: [] as number[] }

  constructor(
    private readonly items: Items,
    private readonly company: { plan: Plan },
  ) {}

  take(now: number): Expected {
    if (this.isUsedUp('snapshots', now)) return refuse(403, 'plan_limit_reached')
    const commit = ({ id }: { id: string }) => {
      this.used.snapshots.push(computeDay(now))
      return this.keep(now, id, 'manual')
    }
    return { status: 201, commit }
  }

  delete(now: number, snapshot: Snapshot | undefined): Expected {
    if (snapshot === undefined || !this.isThere(now, snapshot)) return refuse(404, 'snapshot_not_found')
    const commit = () => {
      this.all = this.all.filter((each) => each !== snapshot)
      this.items.append(now, 'delete', { kind: 'snapshot', id: snapshot.id })
    }
    return { status: 204, commit }
  }

  restore(now: number, snapshot: Snapshot | undefined, { mode, ids, isDry }: Choice): Expected {
    if (snapshot === undefined || !this.isThere(now, snapshot)) return refuse(404, 'snapshot_not_found')
    const isKnown = (id: string) => [...snapshot.items, ...this.items.live].some((item) => item.id === id)
    const unknown = ids?.every(isKnown) === false ? refuse(400, 'invalid_request') : null
    const work = this.compare(snapshot.items, mode, ids)
    if (isDry) return unknown ?? { status: 200, commit: () => work.summary }
    const latest = this.restores.at(-1)
    const isUndo = latest?.undoes === snapshot.id && !latest.isUndo && now < latest.at + dayMs
    if (!isUndo && this.isUsedUp('restores', now)) return refuse(403, 'plan_limit_reached')
    const commit = ({ id, pre_restore_snapshot_id: undoes }: Reply) => {
      this.keep(now, undoes, 'pre_restore')
      this.items.append(now, 'restore', { kind: 'snapshot', id: snapshot.id })
      if (!isUndo) this.used.restores.push(computeDay(now))
      this.restores.push({ id, undoes, isUndo, at: now })
      for (const item of work.trashed) this.items.trash(now, item)
      return { ...work.summary, status: 'completed', conflicts: this.bringBack(now, work.pairs) }
    }
    return unknown ?? { status: 201, commit }
  }

  private compare(wantedItems: Item[], mode: Choice['mode'], ids: Choice['ids']) {
    const isChosen = ({ id }: Item) => ids === null || ids.includes(id)
    const [wanted, live] = [wantedItems.filter(isChosen), this.items.live.filter(isChosen)]
    const all = wanted.map((item) => ({ wanted: item, present: live.find(({ id }) => id === item.id) }))
    const pairs = all.filter((pair) => pair.present === undefined || !isSame(pair.wanted, pair.present))
    const trashed = live.filter((item) => mode === 'replace' && !wanted.some(({ id }) => id === item.id))
    const created = pairs.filter(({ present }) => present === undefined).length
    const updated = pairs.length - created
    const unchanged = live.length - updated - trashed.length
    return { pairs, trashed, summary: { created, updated, trashed: trashed.length, unchanged } }
  }

  isThere = (now: number, snapshot: Snapshot) => this.all.includes(snapshot) && now < snapshot.expiresAt

  /** Fields, then SKUs: as many as can be set. Returns the conflicts. */
  private bringBack(now: number, pairs: { wanted: Item; present: Item | undefined }[]): object[] {
    const reason: [string, string] = ['restore', 'snapshot_restore']
    for (const { wanted, present } of pairs)
      if (present) this.items.setFields(now, present, { ...pickFields(wanted), sku: present.sku }, reason)
    let blocked = pairs.filter(({ wanted, present }) => present?.sku !== wanted.sku)
    for (let before = -1; before !== blocked.length; ) {
      before = blocked.length
      blocked = blocked.filter(({ wanted, present }) => {
        const item = this.items.all.find(({ id }) => id === wanted.id)
        if (item === undefined || this.items.findLive(wanted.sku)) return true
        const { quantity, ...fields } = present ? { ...pickFields(present), sku: wanted.sku } : pickFields(wanted)
        const by = quantity - item.quantity
        const cause = by === 0 ? null : { type: 'snapshot_restore', quantity_change: by }
        this.items.record(now, 'restore', Object.assign(item, fields, { deleted_at: null }), cause)
        return false
      })
    }
    return blocked.map(({ wanted }) => ({ item_id: wanted.id, sku: wanted.sku, code: 'sku_already_exists' }))
  }

  private keep(now: number, id: string, type: string): Snapshot {
    const items = this.items.live.map((item) => ({ ...item }))
    const total_quantity = items.reduce((sum, { quantity }) => sum + quantity, 0)
    const times = { created_at: toTime(now), expiresAt: now + plans[this.company.plan].snapshotDays * dayMs }
    const snapshot = { id, type, status: 'ready', items, ...times, item_count: items.length, total_quantity }
    this.all.push(snapshot)
    this.items.append(now, 'create', { kind: 'snapshot', id })
    return snapshot
  }

  private isUsedUp(quota: 'snapshots' | 'restores', now: number): boolean {
    const used = this.used[quota].filter((day) => day === computeDay(now))
    return used.length >= plans[this.company.plan][`${quota}PerDay`]
  }
}
