import { handle } from '../http/handle'
import { routes } from '../routes'
import { verifyItem } from '../store/stock/ledger'

export const handler = handle(routes['verify-item'], async ({ table, caller, params }) => ({
  body: await verifyItem(table, caller.companyId, params.id),
}))
