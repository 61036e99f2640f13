import type { Movement } from '../../../client'
import type { MoveKind } from './move-search'

const kinds: Record<MoveKind, string> = { sell: 'Sell', receive: 'Receive', count: 'Count', adjust: 'Adjust' }
const quantities: Record<MoveKind, string> = {
  sell: 'Units sold',
  receive: 'Units received',
  count: 'Units on the shelf',
  adjust: 'Units more (3) or fewer (-3)',
}

const done: Record<MoveKind, (name: string, units: string, after: string) => string> = {
  sell: (name, units, after) => `${name}: sold ${units} · ${after} left`,
  receive: (name, units, after) => `${name}: received ${units} · ${after} there`,
  count: (name, _, after) => `${name}: counted ${after}`,
  adjust: (name, units, after) => `${name}: adjusted by ${units} · ${after} there`,
}

const reasons: Record<NonNullable<Movement['reason']>, string> = {
  restock: 'Restock',
  sale: 'Sale',
  damage: 'Damage',
  loss: 'Loss',
  theft: 'Theft',
  expired: 'Expired',
  correction: 'Correction',
  stocktake: 'Stocktake',
  sample: 'Sample',
  other: 'Other',
}

/** Those of the ledger. */
export const typeTexts: Record<string, string> = {
  receive: 'Received',
  issue: 'Sold or taken',
  return: 'Returned',
  adjust: 'Adjusted',
  count: 'Counted',
  initial: 'Opening stock',
  direct_update: 'Set by a program',
  reversal: 'Undo of a movement',
  snapshot_restore: 'Restored from a snapshot',
}

export const texts = {
  kinds,
  quantities,
  title: (kind: MoveKind, name: string) => `${kinds[kind]}: ${name}`,
  before: 'Now',
  after: 'After',
  tooMany: 'There are not as many.',
  reason: 'Reason',
  noReason: 'None',
  reasons,
  note: 'Note',
  occurred: (time: string) => `happened ${time}`,
  done,
  takenBack: (name: string, after: string) => `${name}: taken back · ${after} there`,
  openAgain: 'Open the form',
  moved: 'Somebody has moved this item meanwhile',
  movedHint: (was: string, is: string) => `It had ${was}. It has ${is} now. Nothing that you typed is lost.`,
}
