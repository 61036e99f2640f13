import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRights } from '../api/person'
import { listItems } from '../api/queries'
import { formatNumber } from '../parts/format'
import { ButtonLink, PageLink } from '../parts/link'
import { Part } from './part'
import { texts } from './texts'

/** The first of what is low, by what is left. */
export function LowStock() {
  const { write } = useRights()
  const low = useQuery(listItems({ low_stock: true, sort: 'quantity', limit: 6 }))
  return (
    <Part title={texts.low} query={low} empty={{ title: texts.nothingLow, hint: texts.nothingLowHint }}>
      {(items) => (
        <Stack gap="xs">
          {items.map(({ id, name, quantity, reorder_point }) => (
            <Group key={id} justify="space-between" wrap="nowrap">
              <PageLink to="/items/$id" params={{ id }} miw={0}>
                {name}
              </PageLink>
              <Text className="one-line">
                {texts.quantityOf(formatNumber(quantity), formatNumber(reorder_point ?? 0))}
              </Text>
            </Group>
          ))}
          <Group justify="space-between">
            <PageLink to="/items" search={{ low_stock: true, sort: 'quantity' }}>
              {texts.allLow}
            </PageLink>
            {write && (
              <ButtonLink to="/orders/reorder" size="compact-sm">
                {texts.reorder}
              </ButtonLink>
            )}
          </Group>
        </Stack>
      )}
    </Part>
  )
}
