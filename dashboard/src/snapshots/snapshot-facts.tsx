import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Snapshot } from '../../../client'
import { listAudit } from '../api/queries'
import { useActorNames } from '../items/who'
import { Facts } from '../parts/facts'
import { formatTime, formatValue } from '../parts/format'
import { Section } from '../parts/section'
import { Marks } from './marks'
import { texts } from './texts'

export function SnapshotFacts({ of: snapshot }: { of: Snapshot }) {
  const { item_count, total_quantity, created_at, expires_at, last_restored_at } = snapshot
  const who = useTaker(snapshot)
  const facts = [
    { label: texts.items, value: formatValue(item_count) },
    { label: texts.units, value: formatValue(total_quantity) },
    { label: texts.created, value: formatTime(created_at) },
    { label: texts.by, value: who },
    { label: texts.expires, value: formatTime(expires_at) },
    { label: texts.lastRestored, value: last_restored_at === null ? texts.never : formatTime(last_restored_at) },
  ]
  return (
    <Section title={texts.about}>
      <Group>
        <Marks of={snapshot} />
      </Group>
      <Facts facts={facts} />
    </Section>
  )
}

/** Who has taken it. The audit log has the name, for people of any role. */
function useTaker({ id, created_by }: Snapshot): string {
  const nameActor = useActorNames()
  const query = { resource_id: id, resource_type: 'snapshot', action: 'create', limit: 1 } as const
  const entry = useQuery(listAudit(query)).data?.data[0]
  return nameActor(entry?.actor, created_by)
}
