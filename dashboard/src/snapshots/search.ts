import type { DiffSnapshotQuery, ListSnapshotsQuery, RestoreSnapshot } from '../../../client'
import { parseOffset, parseTexts } from '../parts/search'

export const snapshotTypes = ['manual', 'automatic', 'pre_restore'] as const
type SnapshotType = (typeof snapshotTypes)[number]

/** What the list of snapshots shows, in its address. */
export type SnapshotsSearch = {
  type?: SnapshotType
  offset?: number
  /** Where the page of the past restores begins. */
  restores?: number
  /** The form of a new snapshot is open. */
  take?: true
}

export function parseSnapshotsSearch(given: Record<string, unknown>): SnapshotsSearch {
  const type = snapshotTypes.find((each) => each === given.type)
  const { offset: restores } = parseOffset({ offset: given.restores })
  return {
    ...(type && { type }),
    ...parseOffset(given),
    ...(restores !== undefined && { restores }),
    ...(given.take === true && { take: true as const }),
  }
}

const pageSize = 25
export const restoresSize = 5

export function makeSnapshotsQuery({ type, offset = 0 }: SnapshotsSearch): ListSnapshotsQuery {
  return { ...(type && { type }), offset, limit: pageSize }
}

const opens = ['restore', 'remove'] as const

/** What the page of a snapshot shows, in its address. */
export type SnapshotSearch = {
  /** Where the page of the difference begins. */
  offset?: number
  open?: (typeof opens)[number]
  /** How the restore that is prepared treats later items. Left out for `replace`. */
  mode?: 'merge'
  /** The restore of this snapshot whose progress is shown. */
  restore?: string
}

export function parseSnapshotSearch(given: Record<string, unknown>): SnapshotSearch {
  const open = opens.find((each) => each === given.open)
  return {
    ...parseOffset(given),
    ...(open && { open }),
    ...(given.mode === 'merge' && { mode: 'merge' as const }),
    ...parseTexts(given, ['restore']),
  }
}

export type RestoreMode = NonNullable<RestoreSnapshot['mode']>

export function makeDiffQuery({ offset = 0 }: SnapshotSearch): DiffSnapshotQuery {
  return { offset, limit: pageSize }
}
