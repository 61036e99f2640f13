import { isPersonId } from '../domain/companies/person'
import { handleRead } from '../http/handle'
import { listUsage } from '../operations/companies/usage'
import { routes } from '../routes/people'

export const handler = handleRead(routes['get-usage'], async ({ context, query }) => {
  const data = (await listUsage(context, query)).map(({ id, ...usage }) => ({
    ...usage,
    key_id: isPersonId(id) ? null : id,
    person_id: isPersonId(id) ? id : null,
  }))
  return { body: { data } }
})
