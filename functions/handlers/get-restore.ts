import { restoreReply } from '../contract/restore'
import { isStalled } from '../domain/restore'
import { handle } from '../http/handle'
import { runRestoreLater } from '../http/later'
import { routes } from '../routes'
import { getRestore } from '../store/snapshots/restore-row'

export const handler = handle(routes['get-restore'], async ({ table, caller, params }) => {
  const restore = await getRestore(table, caller.companyId, params.id)
  if (isStalled(restore, table.now())) await runRestoreLater(caller.companyId, restore.id)
  return { body: restoreReply(restore) }
})
