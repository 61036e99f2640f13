import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Empty } from '../parts/empty'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { suggestions } from './queries'
import { nameSuggestion } from './suggestion'
import { SuggestionCard } from './suggestion-card'
import { texts } from './texts'
import { WritersOnly } from './writers-only'

/** What is low, as orders that can be changed before they are made. */
export default function Reorder() {
  return (
    <Page title={texts.reorder}>
      <WritersOnly>
        <Suggestions />
      </WritersOnly>
    </Page>
  )
}

function Suggestions() {
  const { data, error, refetch } = useQuery(suggestions)
  if (error) return <ProblemNotice error={error} retry={refetch} />
  if (!data) return <RowsLoading rows={6} />
  if (data.data.length === 0)
    return (
      <Empty title={texts.nothingToReorder}>
        <Text>{texts.nothingToReorderHint}</Text>
        <ButtonLink to="/orders" variant="default">
          {texts.allOrders}
        </ButtonLink>
      </Empty>
    )
  return (
    <>
      <Text>{texts.reorderLead}</Text>
      {data.data.map((suggested) => (
        <SuggestionCard key={nameSuggestion(suggested)} suggested={suggested} />
      ))}
      {data.left_out > 0 && <Text>{texts.leftOut(formatNumber(data.left_out))}</Text>}
    </>
  )
}
