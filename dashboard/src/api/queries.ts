import {
  keepPreviousData,
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  queryOptions,
  useQuery,
} from '@tanstack/react-query'
import * as client from '../../../client'
import { browserStorage, tabStorage } from '../browser/storage'
import { getTimeZone, setTimeZone } from '../browser/time-zone'
import { isEnding, isFactorMissing, readIdentity } from '../session/session'
import { api } from './client'
import { hasCode } from './errors'

// The client has sent it again already. Without a network it is sent, too: the library would wait without a word, and
// send later what somebody has given up.
const usual = { retry: false, networkMode: 'always' } as const
const onError = (error: unknown) => void (hasCode(error, 'second_factor_required') && isFactorMissing.set(true))

/** What has been read stays for half a minute: a person has 60 requests a minute in the smallest plan. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: { queries: { ...usual, staleTime: 30_000 }, mutations: usual },
})

/** Makes these stale, and reads again what of them is shown. */
export function readAgain(stale: QueryKey[]): Promise<unknown> {
  return Promise.all(stale.map((queryKey) => queries.invalidateQueries({ queryKey, refetchType: when(queryKey) })))
}

/** The totals are shown by Home alone, which reads them when it is opened: each request counts. */
function when([first]: QueryKey): 'active' | 'none' {
  return first === 'account' ? 'none' : 'active'
}

/** Shows the page before until the next is there, but none of another search. Filters are second in the key. */
export function keepPage(filters: object) {
  return <Rows>(before: Rows | undefined, asked: { queryKey: readonly unknown[] } | undefined) =>
    JSON.stringify(asked?.queryKey[1]) === JSON.stringify(filters) ? keepPreviousData(before) : undefined
}

type ReadOptions = { signal: AbortSignal }
type Read<Query, Answer> = (query: Query, options: ReadOptions) => PromiseLike<Answer>

/** What a request answers. Its kind is first in the key: by it, an answer is made stale. */
export function ask<Answer>(
  queryKey: [kind: string, ...of: unknown[]],
  read: (options: ReadOptions) => PromiseLike<Answer>,
) {
  return queryOptions({ queryKey, queryFn: async ({ signal }) => await read({ signal }) })
}

const placeOfZone = 'time-zone'
const placeOfRole = 'role'
// Pages need not wait for the account.
setTimeZone(browserStorage.getItem(placeOfZone) ?? getTimeZone(), '')

/** The company, the person, limits and totals. Times are shown in the zone of the company from then on. */
export const account = ask(['account'], async (options) => {
  const answer = await api.getAccount(options)
  browserStorage.setItem(placeOfZone, answer.company.time_zone)
  setTimeZone(answer.company.time_zone, answer.today)
  if (!isEnding()) tabStorage.setItem(placeOfRole, answer.person.role)
  return answer
})

/** Who invites the address of who has signed in. */
export const listInvitations = ask(['invitations'], async (options) => {
  const { idToken: id_token, email } = await readIdentity()
  return { email, invitations: await api.listInvitations({ id_token }, options) }
})

/** A page of a list. Its kind is first in the key, its filters are second, its offset is third. */
export function listPage<Query extends { offset?: number | undefined }, Answer>(
  kind: string,
  query: Query,
  read: Read<Query, Answer>,
) {
  const { offset = 0, ...filters } = query
  return { ...ask([kind, filters, offset], (options) => read(query, options)), placeholderData: keepPage(filters) }
}

/** The values that rows of a kind have, with counts. What makes its rows stale makes these stale. */
export const askValues = (kind: 'items' | 'orders', read: typeof api.listLocations) =>
  ask([kind, 'values'], async (options) => (await read(options)).data)

/** The locations of items. */
export const locations = askValues('items', api.listLocations)

/** A page of items. */
export const listItems = (query: client.ListItemsQuery) => listPage('items', query, api.listItems)

/** A page of the trash. */
export const listTrash = (query: client.ListTrashQuery) => listPage('trash', query, api.listTrash)

/** A page of the audit log, newest first. */
export const listAudit = (query: client.ListAuditQuery) => listPage('audit', query, api.listAudit)

/** A page of keys, for owners. */
export const listKeys = (query: client.ListKeysQuery) => listPage('keys', query, api.listKeys)

/** A page of people, for owners. */
export const listPeople = (query: client.ListPeopleQuery) => listPage('people', query, api.listPeople)

/** An item, with the revision that a change of it names. */
export function getItem(id: string) {
  return ask(['item', id], async (options) => {
    const item = await api.getItem(id, options)
    return { item, etag: client.getAnswer(item).etag }
  })
}

/** A page of the ledger, newest first. */
export const listTransactions = (query: client.ListTransactionsQuery) =>
  ask(['transactions', query], (options) => api.listTransactions(query, options))

/** One movement. */
export const getTransaction = (id: string) => ask(['transactions', id], (options) => api.getTransaction(id, options))

/** What a movement of stock makes stale. An item in trash keeps its quantity. */
export const stockQueries = [['account'], ['items'], ['item'], ['transactions'], ['daily'], ['audit']]

/** What makes stale that an item begins, ends, comes back or has other fields. */
export const itemQueries = [...stockQueries, ['trash']]

/** What the person who is signed in may do. Before the answer is there: what they could when the tab asked last. */
export function useRights(): { write: boolean; manage: boolean } {
  const role = useQuery(account).data?.person.role ?? tabStorage.getItem(placeOfRole)
  return { write: role === 'owner' || role === 'member', manage: role === 'owner' }
}
