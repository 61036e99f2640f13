import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listPeople } from '../operations/people/people'
import { routes } from '../routes/people'

export const handler = handleRead(routes['list-people'], async ({ context, query }) => ({
  body: renderPage(await listPeople(context.table, context.caller.companyId, query)),
}))
