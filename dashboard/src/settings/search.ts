import type { ListDeliveriesQuery } from '../../../client'
import { parseOffset, parseTexts } from '../parts/search'

const opens = ['new', 'edit', 'remove', 'rotate'] as const
type Open = (typeof opens)[number]
/** Opens a form or a question about a row. */
export type OpenRow = (open: Open, of: { id: string }) => void

/** What a page of settings shows, in its address: the page of the list; the form that is open, and of what it is. */
export type SettingsSearch = { offset?: number; open?: Open; id?: string }

/** Leaves out what is nothing of it, so that a link that is broken opens the list. */
export function parseSettingsSearch(given: Record<string, unknown>): SettingsSearch {
  const open = opens.find((each) => each === given.open)
  return {
    ...parseOffset(given),
    ...(open && { open, ...parseTexts(given, ['id']) }),
  }
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** Beside it, which deliveries are listed, and the one whose attempts are shown. */
export type WebhookSearch = SettingsSearch & { status?: (typeof deliveryStatuses)[number]; delivery?: string }

export function parseWebhookSearch(given: Record<string, unknown>): WebhookSearch {
  const status = deliveryStatuses.find((each) => each === given.status)
  return {
    ...parseSettingsSearch(given),
    ...(status && { status }),
    ...parseTexts(given, ['delivery']),
  }
}

export const pageSize = 25
export const deliveriesSize = 20

export function makeDeliveriesQuery({ status, offset = 0 }: WebhookSearch): ListDeliveriesQuery {
  return { ...(status && { status }), offset, limit: deliveriesSize }
}
