import * as z from 'zod'
import { findRows } from '../table/batch-read'
import { type CheckedRow, checkRow } from '../table/checked-row'
import { keys, listDuePartitions, type RowKey } from '../table/schema'
import { deleteRow, ofPartition, queryPages, type Table } from '../table/table'
import type { Write } from '../table/transact'

/** An attempt that is due later than a queue can wait. `attempt` counts from 0. `at`: epoch milliseconds. */
const DueDelivery = z.object({
  company_id: z.string().min(1), // SQS refuses a call with an empty group
  webhook_id: z.string().min(1),
  delivery_id: z.string().min(1),
  attempt: z.int(),
  at: z.int(),
})
export type DueDelivery = z.infer<typeof DueDelivery>

/** Those that are still there, also those that cannot be read. */
export async function findCheckedDue(table: Table, dueKeys: RowKey[]): Promise<CheckedRow<DueDelivery>[]> {
  const rows = (await findRows(table, dueKeys)).filter((row) => row !== undefined)
  return rows.map((row) => checkRow(row, DueDelivery, ({ delivery_id, at }) => keys.dueDelivery(delivery_id, at)))
}

/** Commit it with what makes the attempt due. */
export function makeDueWrite(due: DueDelivery): Write {
  return { action: { Put: { Item: makeDueItem(due) } } }
}

export function makeDueItem(due: DueDelivery): DueDelivery & RowKey {
  return { ...keys.dueDelivery(due.delivery_id, due.at), ...due }
}

/** `due` is null where the row cannot be read. */
export type StoredDue = { key: RowKey; due: DueDelivery | null }

/** What is due before a time, in epoch milliseconds; of each partition the earliest first. */
export async function* readDuePages(table: Table, before: number): AsyncGenerator<StoredDue[]> {
  for (const pk of listDuePartitions()) {
    for await (const page of queryPages(table, ofPartition(pk, 'sk < :before', { ':before': String(before) })))
      yield page.map((row) => ({ key: { pk, sk: String(row.sk) }, due: DueDelivery.safeParse(row).data ?? null }))
  }
}

export async function deleteDue(table: Table, Key: RowKey): Promise<void> {
  await deleteRow(table, { Key })
}
