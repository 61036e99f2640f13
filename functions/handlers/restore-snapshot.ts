import { restoreReply } from '../contract/restore'
import type { Restore } from '../domain/restore'
import type { Summary } from '../domain/snapshot-difference'
import { handleChange } from '../http/handle'
import { runRestoreLater } from '../http/later'
import { routes } from '../routes'
import { dryRunRestore } from '../store/snapshots/snapshot-difference'
import { startRestore } from '../store/snapshots/start-restore'

export const handler = handleChange(
  routes['restore-snapshot'],
  ({ table, caller, params, body, idempotency, keep }): Promise<Restore | Summary> => {
    const request = { mode: body.mode, item_ids: body.item_ids ?? null }
    if (body.dry_run) return dryRunRestore(table, caller, params.id, request)
    const handOver = (restoreId: string) => runRestoreLater(caller.companyId, restoreId)
    return startRestore(table, caller, params.id, request, { idempotency, keep, handOver })
  },
  (result: Restore | Summary) => ('id' in result ? { body: restoreReply(result) } : { body: result, status: 200 }),
)
