import * as z from 'zod'
import { refusalCodes } from '../domain/errors'
import { restoreModes } from '../domain/snapshots/difference'
import { type Restore as DomainRestore, restoreStatuses } from '../domain/snapshots/restore'
import { anyId, id, oneOf, optionalList, rows } from './fields'
import { listOf, pageQuery } from './page'
import type { NameField } from './row-fields'
import { RestoreCounts } from './snapshot'

export const RestoreParams = z.strictObject({ id: id('rst') })

const yesOrNo = z.boolean({ error: 'must be true or false' })

export const RestoreSnapshot = z.strictObject({
  mode: oneOf(restoreModes).default('replace'),
  dry_run: yesOrNo.default(false),
  item_ids: optionalList(rows(anyId, 1_000, 'restore the rest with another request')),
})

/** `conflicts` are the first 500: the item and the error code of each step that could not be taken in full. */
export const Restore = z.object({
  id: z.string(),
  snapshot_id: z.string(),
  status: z.enum(restoreStatuses),
  progress: z.object({ done: z.int(), total: z.int() }),
  ...RestoreCounts.shape,
  conflicts: z.array(z.object({ item_id: z.string(), sku: z.string(), code: z.enum(refusalCodes) })),
  pre_restore_snapshot_id: z.string(),
})

/** For generators of clients, which know one type for all successes of an operation. */
export const RestoreResult = z.union([Restore, RestoreCounts])

export const ListRestores = z.strictObject(pageQuery)
export const RestoreList = listOf(Restore)

export function renderRestore({ done, total, ...restore }: DomainRestore): z.input<typeof Restore> {
  return { ...restore, progress: { done, total } }
}

export function nameChosenItem(): NameField {
  return (row) => `item_ids[${row}]`
}
