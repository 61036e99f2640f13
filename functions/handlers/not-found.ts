import { Refused } from '../domain/errors'
import { handle } from '../http/handle'
import { routes } from '../routes'

export const handler = handle(routes['not-found'], async () => {
  throw new Refused('not_found', 'There is no such route.')
})
