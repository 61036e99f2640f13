import { useQuery } from '@tanstack/react-query'
import { account } from './queries'

/** What the person who is signed in may do. Nothing before the answer is there. */
export function useRights(): { write: boolean; manage: boolean } {
  const role = useQuery(account).data?.person.role
  return { write: role === 'owner' || role === 'member', manage: role === 'owner' }
}
