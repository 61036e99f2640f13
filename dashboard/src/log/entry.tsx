import { Text } from '@mantine/core'
import type { AuditEntry } from '../../../client'
import { formatNumber } from '../parts/format'
import { PageLink } from '../parts/link'
import { nameField, nameValue } from './fields'
import { texts } from './texts'

/** Who has made a change. `me`: the id of the person who is signed in. */
export function nameActor({ actor, user_id }: AuditEntry, me: string | undefined): string {
  if (actor.type === 'system') return texts.service
  if (actor.type === 'api_key') return texts.key(actor.name ?? actor.id)
  return user_id === me ? texts.me : (actor.name ?? actor.id)
}

const shownChanges = 12

/** What was changed: the values before and after. An object that was made has no values before. */
export function Changes({ of: { changes } }: { of: AuditEntry }) {
  const shown = changes.slice(0, shownChanges)
  const set = shown.filter(({ from }) => from === null)
  return (
    <>
      {set.length > 0 && (
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {set.map(({ field, to }) => texts.set(nameField(field), nameValue(field, to))).join(' · ')}
        </Text>
      )}
      {shown.map(
        ({ field, from, to }) =>
          from !== null && (
            <Text key={field} size="sm" style={{ overflowWrap: 'anywhere' }}>
              {texts.fromTo(nameField(field), nameValue(field, from), nameValue(field, to))}
            </Text>
          ),
      )}
      {changes.length > shownChanges && (
        <Text size="sm">{texts.more(formatNumber(changes.length - shownChanges))}</Text>
      )}
    </>
  )
}

/** The object of an entry, with a link to its page, and what led to the change. */
export function Subject({ of: entry }: { of: AuditEntry }) {
  const { resource_type, resource_id, item_id, sku, order_id, snapshot_id } = entry
  const isOf = (id: string | null): id is string => id !== null && id !== resource_id
  return (
    <Text size="sm" component="span" style={{ overflowWrap: 'anywhere' }}>
      {texts.kinds[resource_type]} <ObjectLink id={item_id ?? resource_id}>{sku ?? nameObject(entry)}</ObjectLink>
      {isOf(order_id) && (
        <>
          {' '}
          <ObjectLink id={order_id}>{texts.ofOrder}</ObjectLink>
        </>
      )}
      {isOf(snapshot_id) && (
        <>
          {' '}
          <ObjectLink id={snapshot_id}>{texts.ofSnapshot}</ObjectLink>
        </>
      )}
    </Text>
  )
}

/** The number of an order or the name of a snapshot, where the change tells it. */
function nameObject({ changes, resource_id }: AuditEntry): string {
  const name = changes.find(({ field }) => field === 'order_number' || field === 'name')
  return String(name?.to ?? name?.from ?? resource_id)
}

/** A link to an item, an order or a snapshot: the id says which. */
export function ObjectLink({ id, children }: { id: string; children: string }) {
  const to = id.startsWith('itm_') ? '/items/$id' : id.startsWith('po_') ? '/orders/$id' : '/snapshots/$id'
  return (
    <PageLink to={to} params={{ id }} size="sm" underline="always">
      {children}
    </PageLink>
  )
}
