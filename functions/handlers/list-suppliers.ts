import { handleRead } from '../http/handle'
import { listSuppliers } from '../operations/orders/list-suppliers'
import { routes } from '../routes/orders'
import * as workers from '../runtime/workers'

export const handler = handleRead(routes['list-suppliers'], async ({ context }) => ({
  body: { data: await listSuppliers({ ...context, workers }) },
}))
