import { ApiError, type InventoryClient, NotFoundError } from '../../client'
import type { EventPattern } from '../../functions/domain/log/event-types'

/** Tells our webhooks from others: one that a killed run has left is deleted by the next one. */
const description = 'npx inventory listen'
/** Whoever waits for the end of the command does not wait longer for a service that is gone. */
const deleteWithinMs = 10_000

type Registration = { id: string; secret: string }

/** Creates a webhook. One for the same address that a run before has left is deleted. */
export async function register(client: InventoryClient, url: string, events: EventPattern[]): Promise<Registration> {
  try {
    const webhooks = await client.listWebhooks().toArray()
    const left = webhooks.filter((webhook) => webhook.description === description && webhook.url === url)
    for (const { id } of left) await client.deleteWebhook(id)
    return await client.createWebhook({ url, events, description })
  } catch (error) {
    throw error instanceof ApiError ? new Error(`${error.message} ${explain(error)}`, { cause: error }) : error
  }
}

function explain({ code, field }: ApiError): string {
  if (code === 'forbidden') return 'A key with the scope webhooks is needed, or the --secret of a webhook that exists.'
  if (field === 'url')
    return 'Only a service on this machine reaches it here: else give --url, the public address of a tunnel to the port.'
  return 'Webhooks that are there: GET /webhooks.'
}

/** False where it may still be there. */
export async function unregister(client: InventoryClient, id: string): Promise<boolean> {
  return client.deleteWebhook(id, { signal: AbortSignal.timeout(deleteWithinMs) }).then(
    () => true,
    (error) => error instanceof NotFoundError,
  )
}
