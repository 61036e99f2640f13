import type * as z from 'zod'
import { findRows } from './batch-read'
import type { Row, RowKey } from './schema'
import { queryPartition, type Table } from './table'

type RowFault = { code: 'malformed_row' | 'misplaced_row'; text: string }
/** A stored row: what it holds, or why it cannot be read. `fault` is null where the row is as it should be. */
export type CheckedRow<Value> = { key: RowKey; value: Value | null; fault: RowFault | null }

/** `makeKey` makes the key that a row with this content must have. A row with another one has a value and a fault. */
export function checkRow<Value>(
  row: Row,
  schema: z.ZodType<Value>,
  makeKey: (value: Value) => RowKey,
): CheckedRow<Value> {
  const key = { pk: String(row.pk), sk: String(row.sk) }
  const parsed = schema.safeParse(row)
  if (!parsed.success) {
    const text = `cannot be read: ${formatIssues(parsed.error)}`
    return { key, value: null, fault: { code: 'malformed_row', text } }
  }
  const { pk, sk } = makeKey(parsed.data)
  const isMisplaced = pk !== key.pk || sk !== key.sk
  const fault = isMisplaced ? ({ code: 'misplaced_row', text: `belongs under ${pk} ${sk}` } as const) : null
  return { key, value: parsed.data, fault }
}

/** On one line. */
export function formatIssues({ issues }: z.ZodError): string {
  return issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')
}

/** All rows of some partitions, one page after the other, strongly consistent. */
export async function* readCheckedRows<Value>(
  table: Table,
  partitions: string[],
  check: (row: Row) => CheckedRow<Value>,
): AsyncGenerator<CheckedRow<Value>[]> {
  for (const pk of partitions) for await (const page of queryPartition(table, pk)) yield page.map(check)
}

/** By sort key. Those without a row are missing. */
export async function findCheckedRows<Value>(
  table: Table,
  keys: RowKey[],
  check: (row: Row) => CheckedRow<Value>,
): Promise<Map<string, CheckedRow<Value>>> {
  const rows = await findRows(table, keys)
  return new Map(rows.flatMap((row) => (row ? [[String(row.sk), check(row)]] : [])))
}
