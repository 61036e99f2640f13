import { restoreReply } from '../contract/restore'
import { handle } from '../http/handle'
import { routes } from '../routes'
import { getRestore } from '../store/restore-row'

export const handler = handle(routes['get-restore'], async ({ table, caller, params }) => ({
  body: restoreReply(await getRestore(table, caller.companyId, params.id)),
}))
