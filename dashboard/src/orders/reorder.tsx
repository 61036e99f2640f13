import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Answer } from '../parts/answer'
import { Empty } from '../parts/empty'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
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
  return (
    <Answer query={useQuery(suggestions)} rows={6}>
      {({ data, left_out }) =>
        data.length === 0 ? (
          <Empty title={texts.nothingToReorder} hint={texts.nothingToReorderHint}>
            <ButtonLink to="/orders" variant="default">
              {texts.allOrders}
            </ButtonLink>
          </Empty>
        ) : (
          <>
            <Text>{texts.reorderLead}</Text>
            {data.map((suggested) => (
              <SuggestionCard key={nameSuggestion(suggested)} suggested={suggested} />
            ))}
            {left_out > 0 && <Text>{texts.leftOut(formatNumber(left_out))}</Text>}
          </>
        )
      }
    </Answer>
  )
}
