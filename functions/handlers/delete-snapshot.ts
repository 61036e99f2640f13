import { handleChange } from '../http/handle'
import { deleteSnapshot } from '../operations/snapshots/delete-snapshot'
import { routes } from '../routes/snapshots'

export const handler = handleChange(routes['delete-snapshot'], async ({ context, params }) => {
  const { changeset } = await deleteSnapshot(context, params.id)
  return { changeset, result: { body: undefined } }
})
