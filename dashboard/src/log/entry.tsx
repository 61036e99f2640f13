import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import type { AuditEntry } from '../../../client'
import { listOrders } from '../orders/queries'
import { describeChange } from '../parts/change'
import { formatNumber } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { nameSnapshot } from '../snapshots/marks'
import { listSnapshots } from '../snapshots/queries'
import { describeOccurred } from '../stock/movement'
import { findWords, isRightCount, listTold, nameMovement, nameObject, type Told } from './fields'
import { texts } from './texts'

const shownChanges = 12

/** What was changed: the values before and after. An object that was made has no values before. */
export function Changes({ of }: { of: Told }) {
  const changes = listTold(of.changes)
  const happened = of.movement && describeOccurred(of.movement)
  const shown = changes.slice(0, shownChanges)
  const set = shown.filter(({ from }) => from === null)
  const others = shown.filter(({ from }) => from !== null)
  const names = findWords(of)
  return (
    <>
      {isRightCount(of) && <Text size="sm">{of.movement ? nameMovement(of.movement) : texts.rightCount}</Text>}
      {happened && <Text size="sm">{happened}</Text>}
      {set.length > 0 && <Text size="sm">{set.map((each) => describeChange(each, names)).join(' · ')}</Text>}
      {others.map((change) => (
        <Text key={change.field} size="sm">
          {describeChange(change, names)}
        </Text>
      ))}
      {changes.length > shownChanges && (
        <Text size="sm">{texts.more(formatNumber(changes.length - shownChanges))}</Text>
      )}
    </>
  )
}

/** Of a link in a line of text. */
export const linkLook = { size: 'sm', underline: 'always' } as const

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
  const { resource_type: kind, resource_id } = entry
  const kept = (of: AuditEntry['resource_type']) => ({ staleTime: 300_000, enabled: kind === of })
  const orders = useQuery({ ...listOrders({ sort: '-updated_at', limit: 100 }), ...kept('order') }).data?.data
  const snapshots = useQuery({ ...listSnapshots({ limit: 100 }), ...kept('snapshot') }).data?.data
  const snapshot = snapshots?.find(({ id }) => id === resource_id)
  const number = orders?.find(({ id }) => id === resource_id)?.order_number
  return nameObject(entry, snapshot ? nameSnapshot(snapshot) : number)
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
