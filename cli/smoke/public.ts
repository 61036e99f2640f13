import { ApiError } from '../../client'
import { read, requireEqual, type Step } from './steps'

/** What needs no route of its own, or no key. */
export const others: Step[] = [
  read('not-found', 'a path that no route has', async (session) => {
    const error = await session.call({ method: 'PATCH', path: '/smoke' }).catch((thrown: unknown) => thrown)
    if (error instanceof ApiError && error.status !== 404) throw error
    requireEqual('the error', error instanceof ApiError ? error.code : error, 'not_found')
  }),
  read('GET /docs', 'the reference page', async (session) => {
    const [, asset] = /(?:src|href)="[^"]*(\/docs\/[^"]+)"/.exec(await session.getPublic('/docs')) ?? []
    requireEqual('that it loads files', asset !== undefined, true)
    session.set({ asset })
  }),
  read('GET /docs/{file+}', 'a file of the page', async (session) => {
    await session.getPublic(session.get('asset'))
  }),
  read('GET /openapi.json', 'the document', async (session) => {
    const document: { openapi?: string } = JSON.parse(await session.getPublic('/openapi.json'))
    requireEqual('that it is one', typeof document.openapi, 'string')
  }),
]
