import { renderRestore } from '../contract/restore'
import { handleWork } from '../http/handle'
import { previewRestore } from '../operations/snapshots/restore-request'
import { startRestore } from '../operations/snapshots/start-restore'
import { routes } from '../routes/snapshots'
import { logger, reportError } from '../runtime/logger'
import * as workers from '../runtime/workers'

export const handler = handleWork(routes['restore-snapshot'], async ({ context, params, body }, render) => {
  const request = { mode: body.mode, item_ids: body.item_ids ?? null }
  if (body.dry_run)
    return { reply: { body: await previewRestore(context, params.id, request), status: 200 }, committed: false }
  const { restore, recorded, failures } = await startRestore({ ...context, workers }, params.id, request, (state) =>
    render({ body: renderRestore(state) }),
  )
  for (const failure of failures)
    logger.warn('a restore goes on in a worker', { restore_id: restore.id, ...reportError(failure) })
  return { reply: { body: renderRestore(restore) }, committed: recorded }
})
