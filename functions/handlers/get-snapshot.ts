import { handleRead } from '../http/handle'
import { getSnapshot } from '../operations/snapshots/read-snapshots'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['get-snapshot'], async ({ context, params }) => {
  const { snapshot } = await getSnapshot(context, params.id)
  return { body: snapshot }
})
