import { Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { account, getItem } from '../api/queries'
import { Empty } from '../parts/empty'
import { ObjectLink } from '../parts/object-link'
import { Page } from '../parts/page'
import { Pager } from '../parts/pager'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { readStory } from './queries'
import { pageSize } from './search'
import { StoryStep } from './story-step'
import { pairMovements } from './story-steps'
import { texts } from './texts'

/** What has happened to one item, as a line of time. */
export default function Story() {
  const { id } = useParams({ from: '/items/$id/history' })
  const { offset = 0 } = useSearch({ from: '/items/$id/history' })
  const navigate = useNavigate({ from: '/items/$id/history' })
  const me = useQuery(account).data?.person.id
  const name = useQuery(getItem(id)).data?.item.name
  const { data, error, refetch } = useQuery(readStory(id, offset, pageSize))
  const steps = data && pairMovements(data.log.data, data.movements)
  return (
    <Page title={name === undefined ? texts.history : texts.historyOf(name)}>
      <div>
        <ObjectLink id={id}>{texts.backToItem}</ObjectLink>
        <Text>{texts.historyLead}</Text>
        <Text size="sm">{texts.historyEnd}</Text>
      </div>
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!steps && !error && <RowsLoading rows={8} height={64} />}
      {steps?.length === 0 && <Empty title={texts.historyEmpty} />}
      {steps && (
        <Timeline role="list" active={steps.length} bulletSize={20} lineWidth={2}>
          {steps.map((step) => (
            <StoryStep key={step.entry.id} of={step} me={me} />
          ))}
        </Timeline>
      )}
      {data && (
        <Pager
          offset={offset}
          limit={pageSize}
          total={data.log.pagination.total}
          onOffset={(to) => void navigate({ search: { offset: to } })}
        />
      )}
    </Page>
  )
}
