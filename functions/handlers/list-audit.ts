import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { listAudit } from '../operations/log/list-audit'
import { routes } from '../routes'

export const handler = handle(routes['list-audit'], async ({ context, query }) => ({
  body: pageReply(await listAudit(context, query)),
}))
