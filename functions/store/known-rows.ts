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

  /** `rows` are those that were in the way, as they are now. Null: which ones is not known, so all are forgotten. */
  renew(rows: Row[] | null): void {
    if (rows === null) this.rows.clear()
    else this.add(rows)
  }
}

export function formatKey({ pk, sk }: RowKey | Row): string {
  return JSON.stringify([pk, sk])
}
