import type { DiffSnapshotQuery, ListSnapshotsQuery, RestoreSnapshot } from '../../../client'
import { makeParse, type SearchOf } from '../parts/search'

/** `restores`: where the page of the past restores begins. `take`: the form of a new snapshot is open. */
const ofList = {
  type: ['manual', 'automatic', 'pre_restore'],
  offset: 'offset',
  restores: 'offset',
  take: 'flag',
} as const

/** What the list of snapshots shows, in its address. */
export type SnapshotsSearch = SearchOf<typeof ofList>
export const parseSnapshotsSearch = makeParse(ofList)

const pageSize = 25
export const restoresSize = 5

export function makeSnapshotsQuery({ type, offset = 0 }: SnapshotsSearch): ListSnapshotsQuery {
  return { ...(type && { type }), offset, limit: pageSize }
}

/**
 * `offset`: where the page of the difference begins. `mode`: how the restore that is prepared treats later items, left
 * out for `replace`. `restore`: the restore of this snapshot whose progress is shown.
 */
const ofSnapshot = { offset: 'offset', open: ['restore', 'remove'], mode: ['merge'], restore: 'text' } as const

/** What the page of a snapshot shows, in its address. */
export type SnapshotSearch = SearchOf<typeof ofSnapshot>
export const parseSnapshotSearch = makeParse(ofSnapshot)

export type RestoreMode = NonNullable<RestoreSnapshot['mode']>

export function makeDiffQuery({ offset = 0 }: SnapshotSearch): DiffSnapshotQuery {
  return { offset, limit: pageSize }
}
