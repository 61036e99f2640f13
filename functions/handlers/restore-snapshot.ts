import { namingFields } from '../contract/problem'
import { chosenItemField, restoreReply } from '../contract/restore'
import { handleWork } from '../http/handle'
import { previewRestore } from '../operations/snapshots/diff-snapshot'
import { startRestore } from '../operations/snapshots/start-restore'
import { routes } from '../routes'
import * as workers from '../runtime/workers'

export const handler = handleWork(routes['restore-snapshot'], ({ context, params, body }, render) => {
  const request = { mode: body.mode, item_ids: body.item_ids ?? null }
  return namingFields(chosenItemField, async () => {
    if (body.dry_run)
      return { reply: { body: await previewRestore(context, params.id, request), status: 200 }, committed: false }
    const restore = await startRestore({ ...context, workers }, params.id, request, (begun) =>
      render({ body: restoreReply(begun) }),
    )
    return { reply: { body: restoreReply(restore) }, committed: true }
  })
})
