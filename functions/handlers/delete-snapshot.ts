import { handleChange } from '../http/handle'
import { routes } from '../routes'
import { deleteSnapshot } from '../store/snapshots/snapshots'

export const handler = handleChange(
  routes['delete-snapshot'],
  ({ table, caller, params, keep }) => deleteSnapshot(table, caller, params.id, keep),
  () => ({ body: undefined }),
)
