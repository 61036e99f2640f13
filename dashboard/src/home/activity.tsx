import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../client'
import { api } from '../api/client'
import { ask } from '../api/queries'
import { useActorNames } from '../items/who'
import { describeChange, Subject } from '../log/entry'
import { texts as log } from '../log/texts'
import { formatTime } from '../parts/format'
import { PageLink } from '../parts/link'
import { Part } from './part'
import { texts } from './texts'

export function Activity() {
  const latest = useQuery(ask(['audit', 'latest'], (options) => api.listAudit({ limit: 8 }, options)))
  return (
    <Part title={texts.activity} query={latest} empty={{ title: texts.noActivity }}>
      {(entries) => (
        <Stack gap="xs">
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
          <PageLink to="/log">{texts.allActivity}</PageLink>
        </Stack>
      )}
    </Part>
  )
}

/** What was done, by whom, and when. Of what changed, the quantity alone is told. */
function Entry({ entry }: { entry: AuditEntry }) {
  const nameActor = useActorNames()
  const quantity = entry.changes.filter(({ field }) => field === 'quantity')
  const said = [log.actions[entry.action], ...quantity.map(describeChange), nameActor(entry.actor)]
  return (
    <Text size="sm">
      <Subject of={entry} /> · {[...said, formatTime(entry.created_at)].join(' · ')}
    </Text>
  )
}
