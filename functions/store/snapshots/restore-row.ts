import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { actorTypes } from '../../domain/caller'
import { Refused, refusals } from '../../domain/errors'
import { planNames } from '../../domain/plan'
import { type Restore, restoreSeenAt, restoreStatuses } from '../../domain/restore'
import { restoreModes } from '../../domain/snapshot-difference'
import type { Table } from '../client'
import { keys, ttlAttribute } from '../schema'

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

/** The row of a restore. Refused with `restore_not_found` where there is none. */
export async function getRestoreRow(table: Table, company: string, id: string): Promise<RestoreRow> {
  const Key = keys.restore(company, id)
  const { Item } = await table.db.send(new GetCommand({ TableName: table.name, Key, ConsistentRead: true }))
  const row = Item && RestoreRow.parse(Item)
  if (row && row[ttlAttribute] * 1_000 > table.now()) return row
  throw new Refused('restore_not_found', 'There is no such restore.')
}

export async function getRestore(table: Table, company: string, id: string): Promise<Restore> {
  return restoreSeenAt(await getRestoreRow(table, company, id), table.now())
}
