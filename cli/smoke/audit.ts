import type { ListAuditQuery } from '../../client'
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
