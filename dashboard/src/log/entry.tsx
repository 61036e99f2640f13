import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { AuditEntry } from '../../../client'
import { listOrders } from '../orders/queries'
import { texts as orders } from '../orders/texts'
import { formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { nameSnapshot } from '../snapshots/marks'
import { listSnapshots } from '../snapshots/queries'
import { describeChange, isRightCount, listTold, nameObject, type Quiet } from './fields'
import { texts } from './texts'

const shownChanges = 12

/** What was changed: the values before and after. An object that was made has no values before. */
export function Changes({ of }: { of: Quiet }) {
  const changes = listTold(of.changes)
  const shown = changes.slice(0, shownChanges)
  const set = shown.filter(({ from }) => from === null)
  const describe = (change: AuditEntry['changes'][number]) =>
    describeChange(change, of.resource_type === 'order' ? orders.historyFields : texts.fields)
  return (
    <>
      {isRightCount(of) && <Text size="sm">{texts.rightCount}</Text>}
      {set.length > 0 && <Text size="sm">{set.map(describe).join(' · ')}</Text>}
      {shown.map(
        (change) =>
          change.from !== null && (
            <Text key={change.field} size="sm">
              {describe(change)}
            </Text>
          ),
      )}
      {changes.length > shownChanges && (
        <Text size="sm">{texts.more(formatNumber(changes.length - shownChanges))}</Text>
      )}
    </>
  )
}

const linkLook = { size: 'sm', underline: 'always' } as const

/** The object of an entry, with a link to its page, and what led to the change. */
export function Subject({ of: entry }: { of: AuditEntry }) {
  const { resource_type, resource_id, item_id } = entry
  const name = useObjectName(entry)
  return (
    <Text size="sm" component="span">
      {name !== null && `${texts.kinds[resource_type]} `}
      <ObjectLink id={item_id ?? resource_id} {...linkLook}>
        {name ?? texts.kinds[resource_type]}
      </ObjectLink>
      <Causes of={entry} before=" " />
    </Text>
  )
}

/** An entry names an order or a snapshot by its id: those of the last hundred are known, by a list that is kept. */
function useObjectName(entry: AuditEntry): string | null {
  const kept = { staleTime: 300_000 }
  const ofOrders = { ...listOrders({ sort: '-updated_at', limit: 100 }), ...kept }
  const ofSnapshots = { ...listSnapshots({ limit: 100 }), ...kept }
  const orders = useQuery({ ...ofOrders, enabled: entry.resource_type === 'order' }).data?.data ?? []
  const snapshots = useQuery({ ...ofSnapshots, enabled: entry.resource_type === 'snapshot' }).data?.data ?? []
  const names = [
    ...orders.map(({ id, order_number }) => [id, order_number] as const),
    ...snapshots.map((snapshot) => [snapshot.id, nameSnapshot(snapshot)] as const),
  ]
  return nameObject(entry, new Map(names))
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
