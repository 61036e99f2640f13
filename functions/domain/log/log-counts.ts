import type { MovementType } from '../stock/movement'
import type { AuditAction, ResourceType } from './audit'

/**
 * What of a log row is counted. A stored count may have words of another version of the code. `business_date`: of a
 * movement, where it is not the day of UTC.
 */
type CountedFields = {
  action: string
  resource_type: string
  type?: string | undefined
  business_date?: string | undefined
  user_id: string
}
type CountedRow = CountedFields & { quantity_change?: number | undefined }

/** By movement (`sale`, or `sale@2026-03-15` with its business date): how many units came in, and how many went out. */
export type UnitsByMovement = Record<string, [unitsIn: number, unitsOut: number]>

/** `moved`: only rows that moved stock. */
export type LogFilter = {
  action?: AuditAction | undefined
  resource_type?: ResourceType | undefined
  type?: MovementType | undefined
  user_id?: string | undefined
  moved?: boolean
}

/**
 * The number of log rows for each combination of the counted fields: any filter has an exact total. Beside it the units
 * of each type.
 */
export class LogCounts {
  private readonly counts = new Map<string, { of: CountedFields; count: number }>()
  readonly units: UnitsByMovement = {}
  private total = 0

  static parse(counts: Record<string, number>, units: UnitsByMovement): LogCounts {
    const parsed = new LogCounts()
    for (const [key, count] of Object.entries(counts)) parsed.put(key, count)
    parsed.putUnits(units)
    return parsed
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.counts].map(([key, { count }]) => [key, count]))
  }

  /** The number of combinations. */
  get size(): number {
    return this.counts.size
  }

  /** The number of log rows. */
  get rows(): number {
    return this.total
  }

  add({ action, resource_type, user_id, quantity_change = 0, ...row }: CountedRow): void {
    const movement = nameMovement(row)
    this.put([action, resource_type, movement, user_id].join('|'), 1)
    if (movement !== '') this.putUnits({ [movement]: [Math.max(0, quantity_change), Math.max(0, -quantity_change)] })
  }

  merge(other: LogCounts): void {
    for (const [key, { count }] of other.counts) this.put(key, count)
    this.putUnits(other.units)
  }

  sum(filter: LogFilter): number {
    const matches = makeLogMatcher(filter)
    let total = 0
    for (const { of, count } of this.counts.values()) if (matches(of)) total += count
    return total
  }

  /** Of the movements of each type and business date. */
  listMovements(): { type: string; business_date?: string; movements: number; units_in: number; units_out: number }[] {
    const counts = new Map<string, number>()
    for (const { of, count } of this.counts.values()) {
      const movement = nameMovement(of)
      counts.set(movement, (counts.get(movement) ?? 0) + count)
    }
    return Object.entries(this.units).map(([movement, [units_in, units_out]]) => {
      return { ...parseMovement(movement), movements: counts.get(movement) ?? 0, units_in, units_out }
    })
  }

  private putUnits(units: UnitsByMovement): void {
    for (const [type, [unitsIn, unitsOut]] of Object.entries(units)) {
      const [knownIn, knownOut] = this.units[type] ?? [0, 0]
      this.units[type] = [knownIn + unitsIn, knownOut + unitsOut]
    }
  }

  private put(key: string, count: number): void {
    this.total += count
    const known = this.counts.get(key)
    if (known) {
      known.count += count
      return
    }
    const [action = '', resource_type = '', movement = '', ...user] = key.split('|')
    const moved = movement === '' ? {} : parseMovement(movement)
    this.counts.set(key, { of: { action, resource_type, user_id: user.join('|'), ...moved }, count })
  }
}

/** Empty where nothing was moved. */
function nameMovement({ type = '', business_date }: Pick<CountedFields, 'type' | 'business_date'>): string {
  return business_date === undefined ? type : `${type}@${business_date}`
}

function parseMovement(movement: string): { type: string; business_date?: string } {
  const [type = '', business_date] = movement.split('@')
  return business_date === undefined ? { type } : { type, business_date }
}

export function makeLogMatcher(filter: LogFilter): (row: CountedFields) => boolean {
  return (row) =>
    (filter.action === undefined || row.action === filter.action) &&
    (filter.resource_type === undefined || row.resource_type === filter.resource_type) &&
    (filter.type === undefined || row.type === filter.type) &&
    (filter.user_id === undefined || row.user_id === filter.user_id) &&
    (filter.moved !== true || row.type !== undefined)
}
