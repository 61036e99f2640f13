import { setTimeout as sleep } from 'node:timers/promises'
import type { InventoryClient, WebhookEvent } from '../../../client'
import type { Table } from '../../../functions/store/table/table'
import { readDeliveryPages } from '../../../functions/store/webhooks/delivery-row'
import { openReceiver } from '../../listen/receiver'

const arrivesWithinMs = 60_000
const pollMs = 250

/** A webhook of a company that leads to this process. `refused`: why requests were not taken, in words. */
export type DrillWebhook = { id: string; events: WebhookEvent[]; refused: string[] }

/**
 * Its secret is known here alone, and what comes is verified by it: also after the recovery. `stops` end its receiver.
 */
export async function openWebhook(stops: (() => Promise<void>)[], client: InventoryClient): Promise<DrillWebhook> {
  const [events, refused]: [WebhookEvent[], string[]] = [[], []]
  const receiver = {
    secret: null as string | null,
    take: async (event: WebhookEvent) => void events.push(event),
    taken: () => {},
    refuse: (reason: string) => void refused.push(reason),
  }
  const { url, close } = await openReceiver(0, receiver)
  stops.push(async () => close())
  const { id, secret } = await client.createWebhook({ url, events: ['item.created'], description: 'Drill' })
  receiver.secret = secret
  return { id, events, refused }
}

type Webhooks = { companies: { id: string; webhook: DrillWebhook }[]; items: number; signal: AbortSignal }

/**
 * Until the events of all items have arrived, and nothing is pending: an export would be another one a moment later.
 */
export async function waitForDeliveries(table: Table, { companies, items, signal }: Webhooks): Promise<void> {
  for (const { id, webhook } of companies) {
    const haveArrived = async () => webhook.events.length >= items && !(await hasPending(table, id, webhook.id))
    await waitUntil(haveArrived, webhook, signal)
  }
}

async function hasPending(table: Table, companyId: string, webhookId: string): Promise<boolean> {
  for await (const page of readDeliveryPages(table, companyId, webhookId))
    if (page.some(({ status }) => status === 'pending')) return true
  return false
}

/** Until the event of a new item has arrived. */
export function waitForItem(webhook: DrillWebhook, sku: string, signal: AbortSignal): Promise<void> {
  const isOfItem = ({ type, data: { object } }: WebhookEvent) =>
    type === 'item.created' && object !== null && 'sku' in object && object.sku === sku
  return waitUntil(async () => webhook.events.some(isOfItem), webhook, signal)
}

async function waitUntil(isDone: () => Promise<boolean>, { events, refused }: DrillWebhook, signal: AbortSignal) {
  const deadline = performance.now() + arrivesWithinMs
  while (performance.now() < deadline) {
    if (await isDone()) return
    await sleep(pollMs, undefined, { signal })
  }
  const reasons = refused.length > 0 ? `; ${refused.length} were refused: ${refused.at(-1)}` : ''
  throw new Error(`after ${arrivesWithinMs / 1_000} seconds the webhook has ${events.length} events${reasons}`)
}
