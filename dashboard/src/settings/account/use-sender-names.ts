import { useQuery } from '@tanstack/react-query'
import { account, listPeople } from '../../api/queries'
import { nameKey } from '../keys/key-name'
import { listKeys } from '../keys/queries'
import { texts } from './texts'

const most = { offset: 0, limit: 100 }

/** How keys and people are called, by their ids. Owners may list them; others know themselves. */
export function useSenderNames(): Map<string, string> {
  const person = useQuery(account).data?.person
  const enabled = person?.role === 'owner'
  const keys = useQuery({ ...listKeys(most), enabled }).data?.data ?? []
  const people = useQuery({ ...listPeople(most), enabled }).data?.data ?? []
  const names = new Map<string, string>()
  for (const key of keys)
    names.set(key.id, key.revoked_at === null ? nameKey(key) : `${nameKey(key)} (${texts.revokedInText})`)
  for (const { id, name } of people) names.set(id, name)
  if (person) names.set(person.id, `${person.name} (${texts.you})`)
  return names
}
