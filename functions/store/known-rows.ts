import type { Row, RowKey } from './schema'

/**
 * What a change has read. Where the change is decided again, only what others have changed is new: the cancelled
 * database transaction has returned it. A commit under the conditions on these rows finds out if they are still right.
 */
export class KnownRows {
  private readonly rows = new Map<string, Row>()

  find(key: RowKey): Row | undefined {
    return this.rows.get(formatKey(key))
  }

  add(rows: Row[]): void {
    for (const row of rows) this.rows.set(formatKey(row), row)
  }

  /** `changed` are rows as they are now. Null: it is not known which rows have changed, so all are forgotten. */
  renew(changed: Row[] | null): void {
    if (changed === null) this.rows.clear()
    else this.add(changed)
  }
}

export function formatKey({ pk, sk }: RowKey | Row): string {
  return JSON.stringify([pk, sk])
}
