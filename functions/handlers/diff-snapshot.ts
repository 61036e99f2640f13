import { renderPage } from '../contract/page'
import { handleRead } from '../http/handle'
import { diffSnapshot } from '../operations/snapshots/diff-snapshot'
import { routes } from '../routes/snapshots'

export const handler = handleRead(routes['diff-snapshot'], async ({ context, params, query }) => {
  const { summary, differences } = await diffSnapshot(context, params.id, query)
  return { body: { summary, ...renderPage(differences) } }
})
