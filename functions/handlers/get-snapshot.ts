import { handle } from '../http/handle'
import { routes } from '../routes'
import { getSnapshot } from '../store/snapshots/snapshot-row'

export const handler = handle(routes['get-snapshot'], async ({ table, caller, params }) => {
  const { snapshot } = await getSnapshot(table, caller.companyId, params.id)
  return { body: snapshot }
})
