import { queryOptions } from '@tanstack/react-query'
import type { DiffSnapshotQuery, ListRestoresQuery, ListSnapshotsQuery, RestoreSnapshot } from '../../../client'
import { api } from '../api/client'
import { ask, itemQueries, listPage } from '../api/queries'

/** How often a restore that runs is read again, in milliseconds. */
const pollMs = 5_000

/** A page of snapshots, newest first. */
export const listSnapshots = (query: ListSnapshotsQuery) => listPage('snapshots', query, api.listSnapshots)

export const getSnapshot = (id: string) => ask(['snapshot', id], (options) => api.getSnapshot(id, options))

/** A page of what a restore would change. Any change of an item makes it old, so it is read each time. */
export function diffSnapshot(id: string, query: DiffSnapshotQuery) {
  const read = (_: unknown, options: { signal: AbortSignal }) => api.diffSnapshot(id, query, options)
  return queryOptions({ ...listPage('diff', { id, ...query }, read), staleTime: 0 })
}

/** The dry run of a restore: how many items it would change. */
export function previewRestore(id: string, restore: RestoreSnapshot) {
  const read = (options: { signal: AbortSignal }) => api.restoreSnapshot(id, { ...restore, dry_run: true }, options)
  return { ...ask(['dry run', id, restore], read), staleTime: 0 }
}

/** A page of restores, newest first. */
export const listRestores = (query: ListRestoresQuery) => listPage('restores', query, api.listRestores)

/** A restore, read again until it has ended. */
export function getRestore(id: string) {
  return queryOptions({
    ...ask(['restore', id], (options) => api.getRestore(id, options)),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  })
}

/** What makes stale that snapshots begin or end. */
export const ofSnapshots = [['account'], ['snapshots'], ['audit']]

/** What a restore makes stale: it takes a snapshot, too. */
export const restoreQueries = [...itemQueries, ...ofSnapshots, ['snapshot'], ['diff'], ['restores']]
