import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { diffSnapshot } from '../store/snapshots/snapshot-difference'

export const handler = handle(routes['diff-snapshot'], async ({ table, caller, params, query }) => {
  const { summary, differences } = await diffSnapshot(table, caller.companyId, params.id, query)
  return { body: { summary, ...pageReply(differences) } }
})
