import { List, Stack } from '@mantine/core'
import type { Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import { formatNumber } from '../../parts/format'
import { PageLink } from '../../parts/link'
import { Section } from '../../parts/section'
import { texts } from './texts'

/** What is not booked, and why. */
export function Left({ stocktake: { moved, refused } }: { stocktake: Stocktake }) {
  return (
    <Stack gap="lg">
      {moved.length > 0 && (
        <Section title={texts.moved}>
          <List size="sm">
            {moved.map(({ line, sku, expected, counted, item: { id, quantity } }) => (
              <List.Item key={line}>
                <PageLink to="/items/$id" params={{ id }}>
                  {texts.movedRow(
                    sku,
                    expected === null ? texts.anotherQuantity : formatNumber(expected),
                    formatNumber(quantity),
                    formatNumber(counted),
                  )}
                </PageLink>
              </List.Item>
            ))}
          </List>
        </Section>
      )}
      {refused.length > 0 && (
        <Section title={texts.refused}>
          <List size="sm">
            {refused.map(({ place, problem }) => (
              <List.Item key={place}>{texts.refusedRow(place, problem)}</List.Item>
            ))}
          </List>
        </Section>
      )}
    </Stack>
  )
}
