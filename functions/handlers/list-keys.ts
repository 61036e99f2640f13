import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { listKeys } from '../operations/keys/keys'
import { routes } from '../routes/people'

export const handler = handleRead(routes['list-keys'], async ({ context, query }) => ({
  body: renderPage(await listKeys(context, query)),
}))
