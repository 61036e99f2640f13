import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { AccessEntry } from '../../../../client'
import { api } from '../../api/client'
import { listPage } from '../../api/queries'
import { useActorNames } from '../../items/who'
import { Changes } from '../../log/entry'
import { breakAt, inOneLine } from '../../parts/data-table'
import { formatEnd, formatTime } from '../../parts/format'
import { ListPage } from '../../parts/list-page'
import { pageSize } from '../../parts/search'
import { texts } from './texts'

/** The access log: who has changed who may do what, newest first. */
export default function AccessLog() {
  const { offset = 0, action } = useSearch({ from: '/settings/access-log' })
  const query = { offset, limit: pageSize, ...(action && { action }) }
  // Always read anew: whatever is done with people, keys and webhooks adds to it.
  const entries = useQuery({ ...listPage('access', query, api.listAccessLog), staleTime: 0 })
  const nameActor = useActorNames()
  return (
    <ListPage
      title={texts.accessLog}
      lead={<Text>{texts.lead}</Text>}
      filters={[{ kind: 'choice', name: 'action', label: texts.action, choices: texts.actions, all: texts.allActions }]}
      query={entries}
      empty={{ title: texts.nothing, hint: texts.nothingHint }}
      noMatch={{ title: texts.noMatch, hint: texts.noMatchHint, clear: texts.clear }}
      minWidth={780}
      verticalSpacing="xs"
      className="from-top"
      columns={[
        { title: texts.time, cell: ({ created_at }) => formatTime(created_at), card: 'foot', ...inOneLine },
        {
          title: texts.who,
          cell: ({ actor }) => (actor.type === 'system' ? texts.operator : nameActor(actor)),
          card: 'foot',
          ...breakAt(160),
        },
        { title: texts.action, cell: (entry) => texts.actions[entry.action], card: 'head', ...inOneLine },
        {
          title: texts.whom,
          cell: ({ subject: of }) => `${texts.kinds[of.type]} ${of.name ?? of.id}`,
          card: 'line',
          ...breakAt(220),
        },
        { title: texts.changes, cell: (entry) => <Changes of={showTimes(entry)} />, card: 'line', ...breakAt(320) },
      ]}
    />
  )
}

/** Times as people read them. */
function showTimes({ changes }: AccessEntry): Pick<AccessEntry, 'changes'> {
  const show = (value: string | number | null) => (typeof value === 'string' ? formatEnd(value) : value)
  return {
    changes: changes.map((change) =>
      change.field === 'expires_at' ? { ...change, from: show(change.from), to: show(change.to) } : change,
    ),
  }
}
