import { queryOptions } from '@tanstack/react-query'
import type { DiffSnapshotQuery, ListRestoresQuery, ListSnapshotsQuery, RestoreSnapshot } from '../../../client'
import { api } from '../api/client'
import { keepPage, ofItems } from '../api/queries'

/** How often a snapshot that is being taken, or a restore that runs, is read again. In milliseconds. */
const pollMs = 5_000

/** A page of snapshots, newest first. */
export function listSnapshots(query: ListSnapshotsQuery) {
  const { offset = 0, ...filters } = query
  return queryOptions({
    queryKey: ['snapshots', filters, offset],
    queryFn: async ({ signal }) => await api.listSnapshots(query, { signal }),
    placeholderData: keepPage(filters),
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => status === 'creating') ? pollMs : false),
  })
}

export function getSnapshot(id: string) {
  return queryOptions({
    queryKey: ['snapshot', id],
    queryFn: ({ signal }) => api.getSnapshot(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'creating' ? pollMs : false),
  })
}

/** A page of what a restore would change. Any change of an item makes it old, so it is read each time. */
export function diffSnapshot(id: string, query: DiffSnapshotQuery) {
  const { offset = 0, ...others } = query
  return queryOptions({
    queryKey: ['diff', { id, ...others }, offset],
    queryFn: async ({ signal }) => await api.diffSnapshot(id, query, { signal }),
    placeholderData: keepPage({ id, ...others }),
    staleTime: 0,
  })
}

/** The dry run of a restore: how many items it would change. */
export function previewRestore(id: string, restore: RestoreSnapshot) {
  return queryOptions({
    queryKey: ['dry run', id, restore],
    queryFn: ({ signal }) => api.restoreSnapshot(id, { ...restore, dry_run: true }, { signal }),
    staleTime: 0,
  })
}

/** A page of restores, newest first. */
export function listRestores(query: ListRestoresQuery) {
  const { offset = 0, ...others } = query
  return queryOptions({
    queryKey: ['restores', others, offset],
    queryFn: async ({ signal }) => await api.listRestores(query, { signal }),
    placeholderData: keepPage(others),
  })
}

/** A restore, read again until it has ended. */
export function getRestore(id: string) {
  return queryOptions({
    queryKey: ['restore', id],
    queryFn: ({ signal }) => api.getRestore(id, { signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? pollMs : false),
  })
}

/** What makes stale that snapshots begin or end. */
export const ofSnapshots = [['account'], ['snapshots'], ['audit']]

/** What a restore makes stale: it takes a snapshot, too. */
export const ofRestore = [...ofItems, ...ofSnapshots, ['snapshot'], ['diff'], ['restores']]
