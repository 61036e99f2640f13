import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { AuditEntry } from '../../../client'
import { api } from '../api/client'
import { ask } from '../api/queries'
import { formatTime, formatValue } from '../parts/format'
import { ObjectLink, PageLink } from '../parts/link'
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

/** What was done, by whom, and when. */
function Entry({ entry }: { entry: AuditEntry }) {
  const { action, actor, resource_type, changes, created_at } = entry
  const quantity = changes.find(({ field }) => field === 'quantity')
  return (
    <Text size="sm">
      {texts.kinds[resource_type]} <What entry={entry} /> {texts.actions[action]}
      {quantity && `, ${describeQuantity(quantity)}`}
      {` · ${actor.type === 'system' ? texts.system : (actor.name ?? actor.id)} · ${formatTime(created_at)}`}
    </Text>
  )
}

/** A draft that was deleted has no page any more. */
function What({ entry: { action, resource_type, resource_id, item_id, sku } }: { entry: AuditEntry }) {
  if (item_id === null && (resource_type !== 'order' || action === 'delete')) return resource_id
  return (
    <ObjectLink id={item_id ?? resource_id} size="sm" underline="always">
      {sku ?? resource_id}
    </ObjectLink>
  )
}

/** An item that is new had no quantity before. */
function describeQuantity({ from, to }: AuditEntry['changes'][number]): string {
  if (from === null) return texts.firstQuantity(formatValue(to))
  return texts.quantityChange(formatValue(from), formatValue(to))
}
