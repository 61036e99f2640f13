import { handleRead } from '../http/handle'
import { listLocations } from '../operations/items/list-locations'
import { routes } from '../routes/items'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-locations'], async ({ context }) => ({
  body: { data: await listLocations({ ...context, workers }) },
}))
