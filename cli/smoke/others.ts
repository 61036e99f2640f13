import { ApiError, type ListAuditQuery } from '../../client'
import { requireEqual, type Session, step } from './steps'

async function listActions(session: Session, query: ListAuditQuery): Promise<string[]> {
  const { data } = await session.client.listAudit(query)
  return data.map(({ action }) => action)
}

function stepByIndex(what: string, choose: (session: Session) => ListAuditQuery) {
  return step('list-audit', `${what}, by the index`, async (session) => {
    requireEqual('the first action', (await listActions(session, choose(session))).at(-1), 'create')
  })
}

export const audit = [
  step('list-audit', 'all', async (session) => {
    requireEqual('the number of entries', (await session.client.listAudit({ limit: 3 })).data.length, 3)
  }),
  step('list-audit', 'of an action', async (session) => {
    requireEqual('the action', await listActions(session, { action: 'create', limit: 1 }), ['create'])
  }),
  stepByIndex('of an item', (session) => ({ item_id: session.get('nut').id })),
  stepByIndex('of an order', (session) => ({ resource_id: session.get('order').id })),
  stepByIndex('of a snapshot', (session) => ({ resource_id: session.get('snapshot').id })),
  // What this run has done is not there yet: the feed is 15 seconds behind.
  step('list-events', 'a page, and the next one from its cursor', async ({ client }) => {
    const { data, cursor } = await client.listEvents({ limit: 1 })
    const next = await client.listEvents({ after: cursor, limit: 1 })
    requireEqual(
      'the events of both pages',
      next.data.map(({ id }) => id).filter((id) => id === data[0]?.id),
      [],
    )
  }),
]

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
