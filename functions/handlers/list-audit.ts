import { pageReply } from '../contract/page'
import { handleRead } from '../http/handle'
import { listAudit } from '../operations/log/list-audit'
import { routes } from '../routes'

export const handler = handleRead(routes['list-audit'], async ({ context, query }) => ({
  body: pageReply(await listAudit(context, query)),
}))
