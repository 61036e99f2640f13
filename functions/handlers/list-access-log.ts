import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listAccessLog } from '../operations/log/list-access-log'
import { routes } from '../routes/people'

export const handler = handleRead(routes['list-access-log'], async ({ context, query }) => ({
  body: renderPage(await listAccessLog(context, query)),
}))
