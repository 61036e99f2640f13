import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listAudit } from '../operations/log/list-audit'
import { routes } from '../routes/log'

export const handler = handleRead(routes['list-audit'], async ({ context, query }) => ({
  body: renderPage(await listAudit(context, query)),
}))
