import { pageReply } from '../contract/page'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { listAudit } from '../store/log/audit'

export const handler = handle(routes['list-audit'], async ({ table, caller, query }) => ({
  body: pageReply(await listAudit(table, caller, query)),
}))
