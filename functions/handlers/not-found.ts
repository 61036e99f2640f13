import { Refusal } from '../domain/errors'
import { handleRead } from '../http/handle'
import { routes } from '../routes/none'

export const handler = handleRead(routes['not-found'], async () => {
  throw new Refusal('not_found', 'There is no such route.')
})
