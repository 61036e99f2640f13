import { ApiError } from '../../client'
import { requireEqual, step } from './steps'

/** What has no route of its own, or needs no key. */
export const others = [
  step('not-found', 'a path that no route has', async (session) => {
    const error = await session.call({ method: 'PATCH', path: '/smoke' }).catch((thrown: unknown) => thrown)
    if (error instanceof ApiError && error.status !== 404) throw error
    requireEqual('the error', error instanceof ApiError ? error.code : error, 'not_found')
  }),
  step('GET /docs', 'the reference page', async (session) => {
    const [, asset] = /(?:src|href)="[^"]*(\/docs\/[\w.-]+)"/.exec(await session.getPublic('/docs')) ?? []
    requireEqual('that it loads files', asset !== undefined, true)
    session.set({ asset })
  }),
  step('GET /docs/{file+}', 'a file of the page', async (session) => {
    await session.getPublic(session.get('asset'))
  }),
  step('GET /openapi.json', 'the document', async (session) => {
    const document: { openapi?: string } = JSON.parse(await session.getPublic('/openapi.json'))
    requireEqual('that it is one', typeof document.openapi, 'string')
  }),
]
