import { handleWork } from '../http/handle'
import { createKey } from '../operations/keys/key-changes'
import { routes } from '../routes/people'
import { keyMaking } from '../runtime/gateway/key-making'
import { vault } from '../runtime/stack-vault'

export const handler = handleWork(
  routes['create-key'],
  async ({ context, body: fields }, render) => {
    const body = await createKey({ ...context, vault }, keyMaking, fields, (key) => render({ body: key }))
    return { reply: { body }, committed: true }
  },
  vault,
)
