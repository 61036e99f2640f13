import type { MovementType } from '../stock/movement'
import type { AuditAction, ResourceType } from './audit'

/** What of a log row is counted. */
type Counted = {
  action: AuditAction
  resource_type: ResourceType
  type?: MovementType | undefined
  user_id: string
}

/** A log row, of which nothing is known but that it has these columns. */
type CountedRow = { [Name in keyof Counted]?: unknown }

/** Which rows a list shows; `moved` for those alone that moved stock. */
export type LogFilter = { [Name in keyof Counted]?: Counted[Name] | undefined } & { moved?: boolean }

/** How many rows there are of each combination of what is counted: enough for the exact total of any filter. */
export class LogCounts {
  private readonly counts = new Map<string, { of: { [Name in keyof Counted]?: string }; count: number }>()

  static parse(counts: Record<string, number>): LogCounts {
    const parsed = new LogCounts()
    for (const [key, count] of Object.entries(counts)) parsed.put(key, count)
    return parsed
  }

  toJSON(): Record<string, number> {
    return Object.fromEntries([...this.counts].map(([key, { count }]) => [key, count]))
  }

  get size(): number {
    return this.counts.size
  }

  add({ action, resource_type, type, user_id }: CountedRow): void {
    const key = [action, resource_type, type ?? '', user_id].join('|')
    const known = this.counts.get(key)
    if (known) known.count += 1
    else this.put(key, 1)
  }

  total(filter: LogFilter): number {
    const matches = matchesLog(filter)
    let total = 0
    for (const { of, count } of this.counts.values()) if (matches(of)) total += count
    return total
  }

  private put(key: string, count: number): void {
    const [action = '', resource_type = '', type = '', ...user] = key.split('|')
    const moved = type === '' ? {} : { type }
    this.counts.set(key, { of: { action, resource_type, user_id: user.join('|'), ...moved }, count })
  }
}

/** A test that a log row passes when every given filter holds. */
export function matchesLog(filter: LogFilter): (row: CountedRow) => boolean {
  return (row) =>
    (filter.action === undefined || row.action === filter.action) &&
    (filter.resource_type === undefined || row.resource_type === filter.resource_type) &&
    (filter.type === undefined || row.type === filter.type) &&
    (filter.user_id === undefined || row.user_id === filter.user_id) &&
    (filter.moved !== true || row.type !== undefined)
}
