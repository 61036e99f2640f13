import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AuditEntry, Transaction } from '../../../client'
import { api } from '../api/client'
import { account, ask } from '../api/queries'
import { texts } from './texts'

/** As many as a request may ask for. */
const limit = 100

/**
 * Names who has made the movements. The ledger has ids alone, the audit log has names: those of its last entries are
 * known. Nobody while they load.
 */
export function useNames(itemId: string, rows: Transaction[]): (row: Transaction) => string {
  const me = useQuery(account).data?.person.id
  const nameActor = useActorNames()
  // Not among what a movement makes stale: its name is mostly known.
  const { data, isLoading, refetch } = useQuery(
    ask(['names', itemId], (options) => api.listAudit({ item_id: itemId, limit }, options)),
  )
  const names = new Map(data?.data.map(({ actor }) => [actor.id, actor.name]))
  const readTo = data && (data.data[0]?.created_at ?? '')
  const isUnknown = ({ user_id, api_key_id, created_at }: Transaction) => {
    const id = api_key_id ?? user_id
    return readTo !== undefined && created_at > readTo && id !== me && !names.has(id)
  }
  const unknown = rows.find(isUnknown)?.id
  useEffect(() => {
    if (unknown) void refetch()
  }, [unknown, refetch])
  return ({ user_id, api_key_id }) => {
    const id = api_key_id ?? user_id
    const type = api_key_id !== null ? 'api_key' : user_id === 'system' ? 'system' : 'person'
    return isLoading ? '' : nameActor({ type, id, name: names.get(id) ?? null })
  }
}

/** Names who has moved an item to the trash, by the audit log. */
export function useDeleters(): (trashed: { id: string; deleted_by: string }) => string {
  const nameActor = useActorNames()
  const query = { action: 'delete', resource_type: 'item', limit } as const
  const { data, isLoading } = useQuery(ask(['audit', 'of trash'], (options) => api.listAudit(query, options)))
  return ({ id, deleted_by }) =>
    isLoading ? '' : nameActor(data?.data.find(({ resource_id }) => resource_id === id)?.actor, deleted_by)
}

/** Names who has done what an entry of the log says. `otherwise`: the id of who did it where there is no entry. */
export function useActorNames(): (actor: AuditEntry['actor'] | undefined, otherwise?: string) => string {
  const me = useQuery(account).data?.person.id
  return (actor, otherwise = '') => {
    const { type, id, name } = actor ?? { type: 'person', id: otherwise, name: null }
    if (type === 'api_key') return name === null ? texts.aKey : texts.key(name)
    if (type === 'system' || id === 'system') return texts.service
    return id === me ? texts.you : (name ?? texts.somebody)
  }
}
