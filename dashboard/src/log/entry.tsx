import { Text } from '@mantine/core'
import { Fragment } from 'react'
import type { AuditEntry } from '../../../client'
import { formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { nameField, nameValue } from './fields'
import { texts } from './texts'

const shownChanges = 12

/** What was changed: the values before and after. An object that was made has no values before. */
export function Changes({ of: { changes } }: { of: Pick<AuditEntry, 'changes'> }) {
  const shown = changes.slice(0, shownChanges)
  const set = shown.filter(({ from }) => from === null)
  return (
    <>
      {set.length > 0 && <Text size="sm">{set.map(describeChange).join(' · ')}</Text>}
      {shown.map(
        (change) =>
          change.from !== null && (
            <Text key={change.field} size="sm">
              {describeChange(change)}
            </Text>
          ),
      )}
      {changes.length > shownChanges && (
        <Text size="sm">{texts.more(formatNumber(changes.length - shownChanges))}</Text>
      )}
    </>
  )
}

/** What is new has no value before. */
export function describeChange({ field, from, to }: AuditEntry['changes'][number]): string {
  if (from === null) return texts.set(nameField(field), nameValue(field, to))
  return texts.fromTo(nameField(field), nameValue(field, from), nameValue(field, to))
}

const linkLook = { size: 'sm', underline: 'always' } as const

/** The object of an entry, with a link to its page, and what led to the change. */
export function Subject({ of: entry }: { of: AuditEntry }) {
  const { resource_type, resource_id, item_id, sku } = entry
  return (
    <Text size="sm" component="span">
      {texts.kinds[resource_type]}{' '}
      <ObjectLink id={item_id ?? resource_id} {...linkLook}>
        {sku ?? nameObject(entry)}
      </ObjectLink>
      <Causes of={entry} before=" " />
    </Text>
  )
}

/** The order or the restore that led to a change, each behind a separator. */
export function Causes({ of: { order_id, snapshot_id, resource_id }, before }: { of: AuditEntry; before: string }) {
  const causes = [
    { id: order_id, text: texts.forOrder },
    { id: snapshot_id, text: texts.ofSnapshot },
  ]
  return causes.map(
    ({ id, text }) =>
      id !== null &&
      id !== resource_id && (
        <Fragment key={text}>
          {before}
          <ObjectLink id={id} {...linkLook}>
            {text}
          </ObjectLink>
        </Fragment>
      ),
  )
}

/** The number of an order or the name of a snapshot, where the change tells it. */
function nameObject({ changes, resource_id }: AuditEntry): string {
  const name = changes.find(({ field }) => field === 'order_number' || field === 'name')
  return String(name?.to ?? name?.from ?? resource_id)
}
