import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { actorTypes } from '../../domain/companies/caller'
import { planNames } from '../../domain/companies/plan'
import { refusals } from '../../domain/errors'
import { restoreModes } from '../../domain/snapshots/difference'
import { type Restore, restoreStatuses } from '../../domain/snapshots/restore'
import { conditionHolds, getRow, type Table } from '../client'
import { isOver, keys, ttlAttribute } from '../schema'
import type { Write } from '../transact'

const ChunkSet = z.object({ name: z.string(), chunks: z.int(), checksum: z.string() })

const RestoreRow = z.object({
  id: z.string(),
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
  conflicts: z.array(z.object({ item_id: z.string(), sku: z.string(), code: z.enum(refusals) })),
  pre_restore_snapshot_id: z.string(),
  heartbeat: z.int(),
  asked: z.int().optional(),
  /** In whose name it is done, and where the items are that it goes by: deleting a snapshot does not stop it. */
  caller: z.object({
    companyId: z.string(),
    plan: z.enum(planNames),
    userId: z.string(),
    actor: z.object({ type: z.enum(actorTypes), id: z.string(), name: z.string().nullable() }),
    requestId: z.string(),
  }),
  wanted: ChunkSet,
  present: ChunkSet,
  [ttlAttribute]: z.int(),
})
export type RestoreRow = z.infer<typeof RestoreRow>

/** The row of a restore; null where there is none, or its time is over. */
export async function findRestoreRow(table: Table, company: string, id: string): Promise<RestoreRow | null> {
  const found = await getRow(table, keys.restore(company, id))
  const row = found && RestoreRow.parse(found)
  return row && !isOver(row, table.now()) ? row : null
}

/** Adds a restore, in the transaction in which it begins. */
export function newRestoreWrite(table: Table, company: string, row: RestoreRow): Write {
  const Item = { ...keys.restore(company, row.id), ...row }
  return { action: { Put: { TableName: table.name, Item, ConditionExpression: 'attribute_not_exists(pk)' } } }
}

/** Records how far a restore has come, if it is still running, and still where it was `seen`. */
export function progressWrite(table: Table, company: string, seen: RestoreRow, next: RestoreRow): Write {
  return {
    action: {
      Put: {
        TableName: table.name,
        Item: { ...keys.restore(company, next.id), ...next },
        ConditionExpression: '#status = :running AND #cursor = :cursor',
        ExpressionAttributeNames: { '#status': 'status', '#cursor': 'cursor' },
        ExpressionAttributeValues: { ':running': 'running', ':cursor': seen.cursor },
      },
    },
  }
}

/** Notes that a worker is asked to go on with a restore. False where it has gone on since it was `seen`, or another has asked. */
export async function noteAsked(table: Table, company: string, seen: Restore): Promise<boolean> {
  const command = new UpdateCommand({
    TableName: table.name,
    Key: keys.restore(company, seen.id),
    UpdateExpression: 'SET asked = :now',
    ConditionExpression: 'heartbeat = :heartbeat AND (attribute_not_exists(asked) OR asked <= :asked)',
    ExpressionAttributeValues: { ':now': table.now(), ':heartbeat': seen.heartbeat, ':asked': seen.asked ?? 0 },
  })
  return conditionHolds(table.db.send(command))
}
