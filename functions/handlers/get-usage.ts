import { handleRead } from '../http/handle'
import { listUsage } from '../operations/companies/usage'
import { routes } from '../routes'

export const handler = handleRead(routes['get-usage'], async ({ context, query }) => {
  const data = (await listUsage(context, query)).map(({ id, ...usage }) => ({
    ...usage,
    key_id: id.startsWith('key_') ? id : null,
    person_id: id.startsWith('usr_') ? id : null,
  }))
  return { body: { data } }
})
