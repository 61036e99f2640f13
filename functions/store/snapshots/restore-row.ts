import * as z from 'zod'
import { actorTypes } from '../../domain/companies/caller'
import { planNames } from '../../domain/companies/plan'
import { refusalCodes } from '../../domain/errors'
import { restoreModes } from '../../domain/snapshots/difference'
import { type Restore, restoreStatuses } from '../../domain/snapshots/restore'
import { type CheckedRow, checkRow } from '../table/checked-row'
import { isExpired, keys, type Row, ttlAttribute } from '../table/schema'
import { collectPages, findRow, queryPartition, type Table, tryUpdate } from '../table/table'
import { putNew, type Write } from '../table/transact'

const ChunkSet = z.object({ name: z.string(), chunks: z.int(), checksum: z.string() })

const RestoreRow = z.object({
  id: z.string(),
  number: z.int(),
  snapshot_id: z.string(),
  mode: z.enum(restoreModes),
  item_ids: z.array(z.string()).nullable(),
  status: z.enum(restoreStatuses),
  created: z.int(),
  updated: z.int(),
  trashed: z.int(),
  unchanged: z.int(),
  total: z.int(),
  done: z.int(),
  cursor: z.int(),
  conflicts: z.array(z.object({ item_id: z.string(), sku: z.string(), code: z.enum(refusalCodes) })),
  pre_restore_snapshot_id: z.string(),
  heartbeat: z.int(),
  undo: z.literal(true).optional(),
  asked: z.int().optional(),
  /** The caller that the restore acts for. */
  caller: z.object({
    companyId: z.string(),
    plan: z.enum(planNames),
    timeZone: z.string().nullable().default(null),
    userId: z.string(),
    actor: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string().nullable() }),
    requestId: z.string(),
  }),
  /** Its own references to the chunks of both snapshots, so that deleting a snapshot does not stop it. */
  wanted: ChunkSet,
  present: ChunkSet,
  [ttlAttribute]: z.int(),
})
export type RestoreRow = z.infer<typeof RestoreRow>

/** Null if there is none, if it has expired, or if it acts for another company: a file of rows may be forged. */
export async function findRestoreRow(table: Table, companyId: string, id: string): Promise<RestoreRow | null> {
  const stored = await findRow(table, keys.restore(companyId, id))
  const row = stored && RestoreRow.parse(stored)
  return row?.caller.companyId === companyId && !isExpired(row, table.now()) ? row : null
}

/** Without expired ones. */
export async function readRestoreRows(table: Table, companyId: string): Promise<RestoreRow[]> {
  const { pk, sk: lock } = keys.restoreLock(companyId)
  const rows = (await collectPages(queryPartition(table, pk))).filter(({ sk }) => sk !== lock)
  return rows.map((row) => RestoreRow.parse(row)).filter((row) => !isExpired(row, table.now()))
}

/** Also restores that have expired, and those that cannot be read. */
export async function* readCheckedRestores(table: Table, companyId: string): AsyncGenerator<CheckedRow<RestoreRow>[]> {
  const { pk, sk: lock } = keys.restoreLock(companyId)
  for await (const page of queryPartition(table, pk)) {
    const rows = page.filter(({ sk }) => sk !== lock)
    yield rows.map((row) => checkRestoreRow(companyId, row))
  }
}

/** Not the lock, which is beside them. */
export function checkRestoreRow(companyId: string, row: Row): CheckedRow<RestoreRow> {
  return checkRow(row, RestoreRow, ({ id }) => keys.restore(companyId, id))
}

export function makeRestoreWrite(companyId: string, row: RestoreRow): Write {
  return { action: putNew({ ...keys.restore(companyId, row.id), ...row }) }
}

/** Only while the restore is running, and its `cursor` still is that of `seen`. */
export function makeProgressWrite(companyId: string, seen: RestoreRow, next: RestoreRow): Write {
  return {
    action: {
      Put: {
        Item: { ...keys.restore(companyId, next.id), ...next },
        ConditionExpression: '#status = :running AND #cursor = :cursor',
        ExpressionAttributeNames: { '#status': 'status', '#cursor': 'cursor' },
        ExpressionAttributeValues: { ':running': 'running', ':cursor': seen.cursor },
      },
    },
  }
}

/** False if it has made progress since it was `seen`, or if another call has asked a worker. */
export async function recordRequest(table: Table, companyId: string, seen: Restore): Promise<boolean> {
  return tryUpdate(table, {
    Key: keys.restore(companyId, seen.id),
    UpdateExpression: 'SET asked = :now',
    ConditionExpression: 'heartbeat = :heartbeat AND (attribute_not_exists(asked) OR asked <= :asked)',
    ExpressionAttributeValues: { ':now': table.now(), ':heartbeat': seen.heartbeat, ':asked': seen.asked ?? 0 },
  })
}
