import { handleWork } from '../http/handle'
import { revokeKey } from '../operations/keys/key-changes'
import { routes } from '../routes/people'
import { keyMaking } from '../runtime/gateway/key-making'

export const handler = handleWork(routes['revoke-key'], async ({ context, params }, render) => {
  const reply = { body: undefined }
  await revokeKey(context, keyMaking, params.id, () => render(reply))
  return { reply, committed: true }
})
