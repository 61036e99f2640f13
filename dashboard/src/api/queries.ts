import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query'
import type {
  ListAuditQuery,
  ListItemsQuery,
  ListPeopleQuery,
  ListTransactionsQuery,
  ListTrashQuery,
} from '../../../client'
import { getAnswer } from '../../../client'
import { api } from './client'

/** What has been read stays for half a minute: a person has 60 requests a minute in the smallest plan. */
export function createQueries(): QueryClient {
  // The client has sent it again already. Without a network it is sent, too: the library would wait without a word, and
  // send later what somebody has given up.
  const usual = { retry: false, networkMode: 'always' } as const
  return new QueryClient({ defaultOptions: { queries: { ...usual, staleTime: 30_000 }, mutations: usual } })
}

/** Shows the page before until the next is there, but none of another search. Filters are second in the key. */
export function keepPage(filters: object) {
  return <Rows>(before: Rows | undefined, asked: { queryKey: readonly unknown[] } | undefined) =>
    JSON.stringify(asked?.queryKey[1]) === JSON.stringify(filters) ? keepPreviousData(before) : undefined
}

/** The company, the person, limits and totals. */
export const account = queryOptions({ queryKey: ['account'], queryFn: ({ signal }) => api.getAccount({ signal }) })

type Read<Query, Answer> = (query: Query, options: { signal: AbortSignal }) => PromiseLike<Answer>

/** A page of a list. Its kind is first in the key, its filters are second, its offset is third. */
export function listPage<Query extends { offset?: number | undefined }, Answer>(
  kind: string,
  query: Query,
  read: Read<Query, Answer>,
) {
  const { offset = 0, ...filters } = query
  return queryOptions({
    queryKey: [kind, filters, offset],
    queryFn: async ({ signal }) => await read(query, { signal }),
    placeholderData: keepPage(filters),
  })
}

/** A page of items. */
export const listItems = (query: ListItemsQuery) => listPage('items', query, api.listItems)

/** A page of the trash. */
export const listTrash = (query: ListTrashQuery) => listPage('trash', query, api.listTrash)

/** A page of the audit log, newest first. */
export const listAudit = (query: ListAuditQuery) => listPage('audit', query, api.listAudit)

/** A page of people, for owners. */
export const listPeople = (query: ListPeopleQuery) => listPage('people', query, api.listPeople)

/** An item, with the revision that a change of it names. */
export function getItem(id: string) {
  return queryOptions({
    queryKey: ['item', id],
    queryFn: async ({ signal }) => {
      const item = await api.getItem(id, { signal })
      return { item, etag: getAnswer(item).etag }
    },
  })
}

/** A page of the ledger, newest first. */
export function listTransactions(query: ListTransactionsQuery) {
  return queryOptions({
    queryKey: ['transactions', query],
    queryFn: async ({ signal }) => await api.listTransactions(query, { signal }),
  })
}

/** One movement. */
export function getTransaction(id: string) {
  return queryOptions({ queryKey: ['transactions', id], queryFn: ({ signal }) => api.getTransaction(id, { signal }) })
}

/** What a movement of stock makes stale. An item in trash keeps its quantity. */
export const stockQueries = [['account'], ['items'], ['item'], ['transactions'], ['daily'], ['audit']]

/** What makes stale that an item begins, ends, comes back or has other fields. */
export const itemQueries = [...stockQueries, ['trash']]
