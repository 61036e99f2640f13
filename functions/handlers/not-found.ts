import { handleRead } from '../http/handle'
import { routes } from '../routes/none'

/** Never runs: no request has the method of this route, so that each is refused before. */
export const handler = handleRead(routes['not-found'], () => Promise.reject(new Error('there is no such route')))
