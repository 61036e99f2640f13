import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { ListAuditQuery } from '../../../client'
import { api } from '../api/client'
import { account, ask, listPeople } from '../api/queries'
import { ExportMenu } from '../export/export-menu'
import { useActorNames } from '../items/who'
import { breakAt, inOneLine } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { formatTime } from '../parts/format'
import { ListPage } from '../parts/list-page'
import { Changes, Subject } from './entry'
import { listSteps } from './queries'
import { type LogSearch, makeLogQuery, readObject } from './search'
import { texts } from './texts'

/** The audit log: every change, newest first. */
export default function Log() {
  const search = useSearch({ from: '/log' })
  const nameActor = useActorNames()
  const { query, unknownSku, found } = useLogQuery(search)
  const entries = useQuery({ ...listSteps(query ?? {}), enabled: query !== null })
  const lead = (
    <div>
      <Text>{texts.lead}</Text>
      <Text size="sm">{texts.retention}</Text>
    </div>
  )
  const noSku = unknownSku !== undefined && { title: texts.noSku(unknownSku), hint: texts.noSkuHint }
  return (
    <ListPage
      title={texts.title}
      actions={query && <ExportMenu list="audit" query={query} />}
      lead={lead}
      filters={useFilters(search.who ?? '')}
      query={noSku ? { ...found, data: nothing } : found.error ? { ...found, data: undefined } : entries}
      empty={{ title: texts.none, hint: texts.noneHint }}
      noMatch={{ title: texts.nothing, hint: texts.nothingHint, ...noSku, clear: texts.clear }}
      minWidth={820}
      verticalSpacing="xs"
      className="from-top"
      columns={[
        { title: texts.time, cell: ({ created_at }) => formatTime(created_at), card: 'foot', ...inOneLine },
        { title: texts.who, cell: ({ actor }) => nameActor(actor), card: 'foot', miw: 90, ...breakAt(160) },
        { title: texts.action, cell: ({ action }) => texts.actions[action], card: 'side', ...inOneLine },
        { title: texts.what, cell: (entry) => <Subject of={entry} />, card: 'head', miw: 120, ...breakAt(220) },
        { title: texts.changes, cell: (entry) => <Changes of={entry} />, card: 'line', ...breakAt(420) },
      ]}
    />
  )
}

const nothing = { data: [], pagination: { limit: 0, total: 0 } }

/** What the API is asked for. A SKU is looked up first. */
function useLogQuery(search: LogSearch) {
  const { sku, ...object } = readObject(search.object)
  const found = useQuery({ ...findItemBySku(sku ?? ''), enabled: sku !== undefined })
  const asked = JSON.stringify(search)
  // The time is in the query: it stays the same until another search is asked for.
  const ofSearch = useMemo(() => makeLogQuery(JSON.parse(asked)), [asked])
  const ofItem = typeof found.data === 'string' ? { item_id: found.data } : null
  const filter = sku === undefined ? object : ofItem
  const query: ListAuditQuery | null = filter && { ...ofSearch, ...filter }
  return { query, unknownSku: found.data === null ? sku : undefined, found }
}

/** `who`: whose changes the address asks for. */
function useFilters(who: string): Filter[] {
  return [
    { kind: 'search', name: 'object', label: texts.object, placeholder: texts.objectHint },
    { kind: 'choice', name: 'kind', label: texts.kind, choices: texts.kinds, all: texts.allKinds },
    { kind: 'choice', name: 'action', label: texts.action, choices: texts.actions, all: texts.allActions },
    { kind: 'choice', name: 'who', label: texts.who, choices: usePeople(who), all: texts.everybody },
    { kind: 'day', name: 'from', label: texts.from },
    { kind: 'day', name: 'to', label: texts.to },
  ]
}

/** Whose changes can be chosen. Owners alone may list people; others choose themselves, or whom the address names. */
function usePeople(chosen: string): Record<string, string> {
  const me = useQuery(account).data?.person
  const { data } = useQuery({ ...listPeople({ offset: 0, limit: 100 }), enabled: me?.role === 'owner' })
  const people = new Map([['system', texts.service]])
  for (const { id, name } of data?.data ?? []) people.set(id, name)
  if (me) people.set(me.id, texts.me)
  if (chosen !== '' && !people.has(chosen)) people.set(chosen, texts.otherPerson)
  return Object.fromEntries(people)
}

/** The id of the live item that has this SKU, or null. */
const findItemBySku = (sku: string) =>
  ask(
    ['items', 'by sku', sku],
    async (options) => (await api.listItems({ sku, limit: 1 }, options)).data[0]?.id ?? null,
  )
