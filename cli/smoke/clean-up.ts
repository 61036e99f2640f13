import { ApiError } from '../../client'
import type { Session } from './session'

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
