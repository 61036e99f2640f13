import { handleChange } from '../http/handle'
import { renameKey } from '../operations/keys/key-changes'
import { routes } from '../routes/people'

export const handler = handleChange(routes['update-key'], async ({ context, params, body }) => {
  const { changeset, result: key } = await renameKey(context, params.id, body)
  return { changeset, result: { body: key } }
})
