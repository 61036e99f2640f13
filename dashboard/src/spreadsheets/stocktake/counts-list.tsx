import { Button, Group, Stack, Text } from '@mantine/core'
import { Card, Cards } from '../../parts/cards'
import { Empty } from '../../parts/empty'
import { formatNumber } from '../../parts/format'
import { RowButton } from '../../parts/row-button'
import { Section } from '../../parts/section'
import type { PhoneCount } from './counts'
import { texts } from './texts'

type CountsListProps = {
  rows: PhoneCount[]
  onChange: (sku: string) => void
  onRemove: (sku: string) => void
  onReview: () => void
}

/** What was counted, the last one first. */
export function CountsList({ rows, onChange, onRemove, onReview }: CountsListProps) {
  if (rows.length === 0) return <Empty title={texts.noCounts} hint={texts.noCountsHint} />
  return (
    <Section title={texts.counts}>
      <Button onClick={onReview} style={{ alignSelf: 'start' }}>
        {texts.review}
      </Button>
      <Cards>
        {rows.toReversed().map(({ sku, name, counted }) => (
          <Card key={sku}>
            <Group justify="space-between" wrap="nowrap" gap="sm">
              <Stack gap={0} miw={0}>
                <Text>{name}</Text>
                <Text size="sm">{sku}</Text>
              </Stack>
              <Text fw={700} fz="lg">
                {formatNumber(counted)}
              </Text>
            </Group>
            <Group gap={4} mt={4}>
              <RowButton name={texts.changeOf(name)} onClick={() => onChange(sku)}>
                {texts.change}
              </RowButton>
              <RowButton name={texts.removeOf(name)} onClick={() => onRemove(sku)}>
                {texts.remove}
              </RowButton>
            </Group>
          </Card>
        ))}
      </Cards>
    </Section>
  )
}
