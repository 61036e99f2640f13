import { restoreReply } from '../contract/restore'
import { isStalled } from '../domain/snapshots/restore'
import { handle } from '../http/handle'
import { getRestore } from '../operations/snapshots/get-restore'
import { routes } from '../routes'
import { runRestore } from '../runtime/workers'

export const handler = handle(routes['get-restore'], async ({ context, params }) => {
  const restore = await getRestore(context, params.id)
  if (isStalled(restore, context.table.now())) await runRestore(context.caller.companyId, restore.id)
  return { body: restoreReply(restore) }
})
