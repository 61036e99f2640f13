import { renderRestore } from '../contract/restore'
import { handleRead } from '../http/handle'
import { followRestore } from '../operations/snapshots/read-restores'
import { routes } from '../routes/snapshots'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['get-restore'], async ({ context, params }) => ({
  body: renderRestore(await followRestore({ ...context, workers }, params.id)),
}))
