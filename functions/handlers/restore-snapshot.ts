import { restoreReply } from '../contract/restore'
import type { Restore } from '../domain/restore'
import type { Summary } from '../domain/snapshot-difference'
import { handleChange } from '../http/handle'
import { runRestoreLater } from '../http/later'
import { routes } from '../routes'
import { rehearseRestore, startRestore } from '../store/start-restore'

export const handler = handleChange(
  routes['restore-snapshot'],
  ({ table, caller, params, body, idempotency, keep }): Promise<Restore | Summary> => {
    if (body.dry_run) return rehearseRestore(table, caller, params.id, body)
    const handOver = (restoreId: string) => runRestoreLater(caller.companyId, restoreId)
    return startRestore(table, caller, params.id, body, { idempotency, keep, handOver })
  },
  (result: Restore | Summary) => ('id' in result ? { body: restoreReply(result) } : { body: result, status: 200 }),
)
