import { Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { AuditEntry, Transaction } from '../../../client'
import { getItem, useRights } from '../api/queries'
import { canReverse, nameReason } from '../items/ledger'
import { useActorNames } from '../items/who'
import { Empty } from '../parts/empty'
import { formatTime } from '../parts/format'
import { ObjectLink, PageLink } from '../parts/link'
import { PageRows } from '../parts/list-page'
import { Page } from '../parts/page'
import { pageSize } from '../parts/search'
import { describeOccurred } from '../stock/movement'
import { typeTexts } from '../stock/texts'
import { Causes, Changes, linkLook } from './entry'
import { nameMovement } from './fields'
import { listSteps } from './queries'
import { listOtherChanges, type Step } from './story-steps'
import { texts } from './texts'

/** What has happened to one item, as a line of time. */
export default function Story() {
  const { id } = useParams({ from: '/items/$id/history' })
  const { offset = 0 } = useSearch({ from: '/items/$id/history' })
  const name = useQuery(getItem(id)).data?.item.name
  const story = useQuery(listSteps({ item_id: id, offset, limit: pageSize }))
  return (
    <Page
      title={name === undefined ? texts.history : texts.historyOf(name)}
      up={<ObjectLink id={id}>{texts.backToItem}</ObjectLink>}
    >
      <div>
        <Text>{texts.historyLead}</Text>
        <Text size="sm">{texts.historyEnd}</Text>
      </div>
      <PageRows query={story} rows={8} height={64} empty={<Empty title={texts.historyEmpty} />}>
        {({ data }) => (
          <Timeline role="list" active={data.length} bulletSize={20} lineWidth={2}>
            {data.map((step) => (
              <StoryStep key={step.id} of={step} />
            ))}
          </Timeline>
        )}
      </PageRows>
    </Page>
  )
}

const colours: Record<AuditEntry['action'], string> = {
  create: 'green',
  update: 'gray',
  delete: 'red',
  restore: 'green',
}

/** One thing that has happened to an item. */
function StoryStep({ of: step, ...ofTimeline }: { of: Step }) {
  const { action, movement } = step
  const nameActor = useActorNames()
  const { write } = useRights()
  return (
    <Timeline.Item
      {...ofTimeline}
      role="listitem"
      color={movement && action !== 'create' ? 'accent' : colours[action]}
      title={movement && action !== 'create' ? nameMovement(movement) : nameAction(step)}
    >
      {action === 'create' && movement && <Text size="sm">{nameMovement(movement)}</Text>}
      {movement && <Why of={movement} />}
      <Changes of={{ changes: listOtherChanges(step) }} />
      <Text size="sm">
        {formatTime(step.created_at)} · {nameActor(step.actor)}
        <Causes of={step} before=" · " />
        {write && movement?.id && canReverse(movement) && (
          <>
            {' · '}
            <PageLink
              to="/items/$id"
              params={{ id: movement.item_id }}
              search={{ entry: movement.id, reverse: movement.id }}
              {...linkLook}
            >
              {texts.undo}
            </PageLink>
          </>
        )}
      </Text>
    </Timeline.Item>
  )
}

function nameAction({ action, snapshot_id }: AuditEntry): string {
  return action === 'restore' && snapshot_id !== null ? (typeTexts.snapshot_restore ?? '') : texts.titles[action]
}

function Why({ of }: { of: Transaction }) {
  const said = [nameReason(of.reason), of.reference, of.note, describeOccurred(of)].filter(Boolean).join(' · ')
  if (said === '') return null
  return (
    <Text size="sm" className="as-typed">
      {said}
    </Text>
  )
}
