import { Text, Timeline } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import type { AuditEntry } from '../../../client'
import { api } from '../api/client'
import { getItem, keepPage } from '../api/queries'
import { nameReason } from '../items/ledger'
import { useActorNames } from '../items/who'
import { Empty } from '../parts/empty'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { PageRows } from '../parts/list-page'
import { Page } from '../parts/page'
import { pageSize } from '../parts/search'
import { describeOccurred } from '../stock/movement'
import { typeTexts } from '../stock/texts'
import { Causes, Changes } from './entry'
import { listOtherChanges, pairMovements, type Step } from './story-steps'
import { texts } from './texts'

/** What has happened to one item, as a line of time. */
export default function Story() {
  const { id } = useParams({ from: '/items/$id/history' })
  const { offset = 0 } = useSearch({ from: '/items/$id/history' })
  const name = useQuery(getItem(id)).data?.item.name
  const story = useQuery(readStory(id, offset, pageSize))
  return (
    <Page title={name === undefined ? texts.history : texts.historyOf(name)}>
      <div>
        <ObjectLink id={id}>{texts.backToItem}</ObjectLink>
        <Text>{texts.historyLead}</Text>
        <Text size="sm">{texts.historyEnd}</Text>
      </div>
      <PageRows query={story} rows={8} height={64} empty={<Empty title={texts.historyEmpty} />}>
        {({ data, movements }) => (
          <Timeline role="list" active={data.length} bulletSize={20} lineWidth={2}>
            {pairMovements(data, movements).map((step) => (
              <StoryStep key={step.entry.id} of={step} />
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
  restore: 'teal',
}

/** One thing that has happened to an item. */
function StoryStep({ of: step, ...ofTimeline }: { of: Step }) {
  const { entry, movement } = step
  const { action } = entry
  const nameActor = useActorNames()
  return (
    <Timeline.Item
      {...ofTimeline}
      role="listitem"
      color={movement && action !== 'create' ? 'blue' : colours[action]}
      title={movement && action !== 'create' ? nameMovement(movement) : nameAction(entry)}
    >
      {action === 'create' && movement && <Text size="sm">{nameMovement(movement)}</Text>}
      {movement && <Why of={movement} />}
      <Changes of={{ changes: listOtherChanges(step) }} />
      <Text size="sm">
        {formatTime(entry.created_at)} · {nameActor(entry.actor)}
        <Causes of={entry} before=" · " />
      </Text>
    </Timeline.Item>
  )
}

function nameAction({ action, snapshot_id }: AuditEntry): string {
  return action === 'restore' && snapshot_id !== null ? (typeTexts.snapshot_restore ?? '') : texts.titles[action]
}

type Movement = NonNullable<Step['movement']>

function nameMovement({ type, quantity_change, quantity_after }: Movement): string {
  return texts.moved(typeTexts[type] ?? type, formatChange(quantity_change), formatNumber(quantity_after))
}

function Why({ of }: { of: Movement }) {
  const said = [nameReason(of.reason), of.reference, of.note, describeOccurred(of)].filter(Boolean).join(' · ')
  if (said === '') return null
  return (
    <Text size="sm" className="as-typed">
      {said}
    </Text>
  )
}

/** The story of an item: a page of its log, and the movements among its entries by their ids. */
function readStory(itemId: string, offset: number, limit: number) {
  return queryOptions({
    queryKey: ['audit', { story: itemId }, offset],
    placeholderData: keepPage({ story: itemId }),
    queryFn: async ({ signal }) => {
      const log = await api.listAudit({ item_id: itemId, offset, limit }, { signal })
      const [newest, oldest] = [log.data[0], log.data.at(-1)]
      if (!newest || !oldest || log.data.every(({ transaction_id }) => transaction_id === null))
        return { ...log, movements: [] }
      // Each movement has an entry, so those of a page are at most as many as its entries.
      const since = new Date(Date.parse(oldest.created_at) - 1).toISOString()
      // The first page ends now: the clock that stamped the newest entry may be ahead of that which is asked.
      const query = { item_id: itemId, since, ...(offset > 0 && { until: newest.created_at }), limit: 100 }
      return { ...log, movements: (await api.listTransactions(query, { signal })).data }
    },
  })
}
