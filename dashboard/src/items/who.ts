import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AuditEntry, Transaction } from '../../../client'
import { api } from '../api/client'
import { account } from '../api/queries'
import { texts } from './texts'

/** As many as a request may ask for. */
const limit = 100

/**
 * Names who has made the movements. The ledger has ids alone, the audit log has names: those of its last entries are
 * known. It stays by the id where there is none.
 */
export function useNames(itemId: string, rows: Transaction[]): (row: Transaction) => string {
  const me = useQuery(account).data?.person.id
  const { data, refetch } = useQuery({
    // Not among what a movement makes stale: its name is mostly known.
    queryKey: ['names', itemId],
    queryFn: async ({ signal }) => await api.listAudit({ item_id: itemId, limit }, { signal }),
  })
  const names = new Map(data?.data.map(({ actor }) => [actor.id, actor.name]))
  const readTo = data && (data.data[0]?.created_at ?? '')
  const unknown = rows.find(
    ({ user_id, api_key_id, created_at }) =>
      readTo !== undefined &&
      created_at > readTo &&
      (api_key_id ?? user_id) !== me &&
      !names.has(api_key_id ?? user_id),
  )?.id
  useEffect(() => {
    if (unknown) void refetch()
  }, [unknown, refetch])
  return ({ user_id, api_key_id }) => {
    if (api_key_id !== null) return texts.key(names.get(api_key_id) ?? api_key_id)
    if (user_id === 'system') return texts.service
    return user_id === me ? texts.you : (names.get(user_id) ?? user_id)
  }
}

/** Names who has moved an item to the trash, by the audit log. */
export function useDeleters(): (trashed: { id: string; deleted_by: string }) => string {
  const me = useQuery(account).data?.person.id
  const entries = useQuery({
    queryKey: ['audit', 'of trash'],
    queryFn: async ({ signal }) => await api.listAudit({ action: 'delete', resource_type: 'item', limit }, { signal }),
  }).data?.data
  const actors = new Map<string, AuditEntry['actor']>()
  for (const { resource_id, actor } of entries ?? []) if (!actors.has(resource_id)) actors.set(resource_id, actor)
  return ({ id, deleted_by }) => {
    const actor = actors.get(id)
    return nameActor(actor ?? { type: 'person', id: deleted_by, name: null }, me)
  }
}

/** Names who has done what an entry of the audit log says. `me`: the id of whoever is signed in. */
export function nameActor({ type, id, name }: AuditEntry['actor'], me: string | undefined): string {
  if (type === 'api_key') return texts.key(name ?? id)
  if (type === 'system') return texts.service
  return id === me ? texts.you : (name ?? id)
}
