import { Text, Timeline } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { getItem } from '../api/queries'
import { Empty } from '../parts/empty'
import { ObjectLink } from '../parts/object-link'
import { Page } from '../parts/page'
import { PageRows } from '../parts/page-rows'
import { readStory } from './queries'
import { pageSize } from './search'
import { StoryStep } from './story-step'
import { pairMovements } from './story-steps'
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
