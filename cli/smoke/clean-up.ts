import { ApiError, type ItemList } from '../../client'
import { UsageError } from '../command-line'
import { prefix, type Session } from './steps'
import { smokeUrl } from './webhooks'

const pageSize = 100
const ownCompany = 'use a company of its own: npx inventory companies create --name Smoke --plan enterprise'

/**
 * Throws a `UsageError` where the key cannot do what is needed, or where the company has items that this command has
 * not made. Remembers what earlier runs have left. A request that fails on the service's side is left to the steps.
 */
export async function requireAccess(session: Session): Promise<void> {
  const { client } = session
  const live = await attempt(() => client.listItems({ limit: pageSize }))
  // No item has this id: a key that may write is told so.
  await attempt(() => client.deleteItem('itm_00000000000000000000000000'))
  if (live === null) return
  requireOwn(live)
  for (const item of live.data) session.keepItem(item)
  session.isAlone = true
  const orders = await attempt(() => client.listOrders({ search: prefix, limit: pageSize }))
  for (const order of orders?.data ?? [])
    if (/^(draft|ordered|partially_received)$/.test(order.status)) session.open.orders.add(order.id)
  // A stack without events has no webhooks.
  const webhooks = await attempt(() => client.listWebhooks({ limit: pageSize }), { mayLack: true })
  for (const { id, url } of webhooks?.data ?? []) if (url === smokeUrl) session.open.webhooks.add(id)
  const snapshots = await attempt(() => client.listSnapshots({ limit: pageSize }))
  for (const { id, name } of snapshots?.data ?? []) if (name?.includes(prefix)) session.open.snapshots.add(id)
}

/** Null where the answer is an error that the steps will show. */
async function attempt<Result>(send: () => PromiseLike<Result>, { mayLack = false } = {}): Promise<Result | null> {
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (mayLack && error.code === 'not_found') return null
    // Neither the list nor the item that is asked for is answered so.
    if ((error.code === 'unknown' && error.status < 500) || error.code === 'not_found')
      throw new UsageError(`no inventory service answers at the base URL: is it complete, with /v1? ${error.message}`)
    if (error.status === 401) throw new UsageError(`the key is not accepted: ${error.message}`)
    if (error.status === 403) throw new UsageError(`the key may not do all that is tried: ${error.message}`)
    return null
  }
}

/** A run makes far fewer items than a page has. */
function requireOwn({ data, pagination }: ItemList): void {
  const foreign = data.find(({ sku }) => !sku.startsWith(prefix))
  const found = foreign ? `items of others, such as ${foreign.sku}` : `${pagination.total} items`
  if (foreign || pagination.has_more)
    throw new UsageError(`the company has ${found}, and a restore is tried: ${ownCompany}`)
}

/** How many things were cleared away, and what could not be: its id, and why. */
export type Cleaning = { cleared: number; left: { id: string; why: string }[] }

/** Clears away what the run has made, and what was found of earlier runs. Goes on where something cannot be. */
export async function cleanUp(session: Session): Promise<Cleaning> {
  const { client, open } = session
  const ways: [ids: Set<string>, ways: ((id: string) => Promise<unknown>)[]][] = [
    [open.orders, [(id) => client.deleteOrder(id), (id) => client.cancelOrder(id), (id) => client.closeOrder(id)]],
    [open.snapshots, [(id) => client.deleteSnapshot(id)]],
    [open.webhooks, [(id) => client.deleteWebhook(id)]],
    [open.items, [(id) => client.deleteItem(id)]],
  ]
  const cleaning: Cleaning = { cleared: 0, left: [] }
  for (const [ids, tries] of ways) {
    for (const id of ids) {
      const why = await clear(id, tries)
      if (why === null) cleaning.cleared += 1
      else cleaning.left.push({ id, why })
    }
  }
  return cleaning
}

/** Null where one of the ways works, or where the thing is gone or at its end. */
async function clear(id: string, ways: ((id: string) => Promise<unknown>)[]): Promise<string | null> {
  let why: string | null = null
  for (const way of ways) {
    try {
      await way(id)
      return null
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return null
      if (error instanceof ApiError && error.code === 'invalid_state') continue
      why = error instanceof Error ? error.message : String(error)
    }
  }
  return why
}
