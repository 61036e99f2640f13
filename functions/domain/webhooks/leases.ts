import type { Health } from './health'

// At most five attempts of one webhook are in flight, so that a receiver that hangs costs others nothing, even on a
// queue that is not fair.

/**
 * A delivery that is being sent, and until when nobody else may take its place, in epoch milliseconds. `holder`: a
 * random text.
 */
export type Lease = { until: number; delivery_id: string; holder: string }

export const leasePlaces = [0, 1, 2, 3, 4] as const
export type LeasePlace = (typeof leasePlaces)[number]
export type LeasedWebhook = Health & { [Place in `lease_${LeasePlace}`]?: Lease | undefined }

/** An attempt ends within half of it. */
export const leaseMs = 20_000
/** After so many failures, attempts are made one at a time. */
export const failuresUntilCareful = 5

function isCareful({ failures }: Health): boolean {
  return failures >= failuresUntilCareful
}

/** Null where the delivery must wait: for others of its webhook, or since it is being sent by somebody else. */
export function findFreePlace(webhook: LeasedWebhook, deliveryId: string, now: number): LeasePlace | null {
  const taken = listTaken(webhook, now)
  if (taken.some((place) => webhook[`lease_${place}`]?.delivery_id === deliveryId)) return null
  if (isCareful(webhook)) return taken.length === 0 ? 0 : null
  return leasePlaces.find((place) => !taken.includes(place)) ?? null
}

/** Whether who holds a place may go on with another delivery. */
export function mayGoOn(webhook: LeasedWebhook, held: LeasePlace, now: number): boolean {
  return !isCareful(webhook) || listTaken(webhook, now).every((place) => place === held)
}

function listTaken(webhook: LeasedWebhook, now: number): LeasePlace[] {
  return leasePlaces.filter((place) => (webhook[`lease_${place}`]?.until ?? 0) > now)
}
