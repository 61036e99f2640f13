import { accessActions } from '../../../functions/domain/companies/access-log'
import { makeParse } from '../parts/search'

const opens = ['new', 'edit', 'remove', 'rotate', 'sign-out'] as const

/** The page of the list; the form that is open, and of what it is. */
const ofSettings = { offset: 'offset', open: opens, id: 'text' } as const
export const parseSettingsSearch = makeParse(ofSettings)

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const

/** Beside it, which deliveries are listed, and the one whose attempts are shown. */
export const parseWebhookSearch = makeParse({ ...ofSettings, status: deliveryStatuses, delivery: 'text' })

/** Which entries of the access log are listed. */
export const parseAccessSearch = makeParse({ offset: 'offset', action: accessActions })
