import type { ListSnapshotsQuery, RestoreSnapshot } from '../../../client'
import { makeParse, pageSize, type SearchOf } from '../parts/search'

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
export const restoresSize = 5

export function makeSnapshotsQuery({ type, offset = 0 }: SnapshotsSearch): ListSnapshotsQuery {
  return { ...(type && { type }), offset, limit: pageSize }
}

/**
 * What the page of a snapshot shows, in its address. `offset`: where the page of the difference begins. `mode`: how the
 * restore that is prepared treats later items, left out for `replace`. `restore`: the restore whose progress is shown.
 */
export const parseSnapshotSearch = makeParse({
  offset: 'offset',
  open: ['restore', 'remove'],
  mode: ['merge'],
  restore: 'text',
})

export type RestoreMode = NonNullable<RestoreSnapshot['mode']>
