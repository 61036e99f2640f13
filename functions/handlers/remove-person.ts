import { handleWork } from '../http/handle'
import { removePerson } from '../operations/people/remove-person'
import { routes } from '../routes/people'
import { keyMaking } from '../runtime/gateway/key-making'

export const handler = handleWork(routes['remove-person'], async ({ context, params, query }, render) => {
  const reply = { body: undefined }
  const removal = { id: params.id, keys: query.keys ?? null }
  await removePerson(context, keyMaking.gateway, removal, () => render(reply))
  return { reply, committed: true }
})
