import { Alert, type BadgeProps, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Item, Verification } from '../../../client'
import { isLow } from '../../../functions/domain/items/stock-level'
import { api } from '../api/client'
import { Facts } from '../parts/facts'
import { formatNumber, formatTime, formatValue } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { StatusBadge } from '../parts/status-badge'
import { MoveMenu } from '../stock/move-menu'
import { fieldNames, labels } from './item-values'
import { texts } from './texts'

/** What is stored about an item, with its quantity first. */
export function ItemFacts({ item }: { item: Item }) {
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper component="section" withBorder p="md" h="100%" aria-label={texts.quantity}>
          <Stack>
            <Quantity item={item} />
            <MoveMenu item={item} />
            {/* Another quantity has not been verified yet. */}
            <Verify key={`${item.quantity} ${item.updated_at}`} id={item.id} />
          </Stack>
        </Paper>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 6 }}>
        <Paper component="section" withBorder p="md" h="100%" aria-label={texts.facts}>
          <StoredFacts item={item} />
        </Paper>
      </Grid.Col>
    </Grid>
  )
}

function Quantity({ item }: { item: Item }) {
  return (
    <div aria-live="polite">
      <Text size="sm">{texts.quantity}</Text>
      <Group gap="sm">
        <Text fz={40} fw={700} lh={1.1}>
          {formatNumber(item.quantity)}
        </Text>
        <LowMark item={item} size="lg" />
      </Group>
    </div>
  )
}

function StoredFacts({ item }: { item: Item }) {
  const shown = fieldNames.filter((name) => name !== 'name')
  return (
    <Facts
      facts={[
        ...shown.map((name) => ({
          label: labels[name],
          value: item[name] === null ? texts.unset : formatValue(item[name]),
        })),
        { label: texts.created, value: formatTime(item.created_at) },
        { label: texts.updated, value: formatTime(item.updated_at) },
      ]}
    />
  )
}

/** Adds the ledger up, when somebody asks: the service reads all of it for that. */
function Verify({ id }: { id: string }) {
  const verification = useMutation({ mutationFn: () => api.verifyItem(id) })
  const { data, error, isPending, mutate } = verification
  return (
    <Stack gap="xs" align="start">
      <Button variant="default" size="compact-sm" onClick={() => mutate()} loading={isPending}>
        {texts.verify}
      </Button>
      {error && <ProblemNotice error={error} />}
      <div role="status">{data && <Verified verification={data} />}</div>
    </Stack>
  )
}

function Verified({ verification }: { verification: Verification }) {
  const { consistent, quantity, ledger_total, transactions } = verification
  return (
    <Alert color={consistent ? 'green' : 'red'} title={consistent ? texts.consistent : texts.inconsistent}>
      <Text size="sm">
        {texts.verified(formatNumber(quantity), formatNumber(ledger_total), formatNumber(transactions))}
      </Text>
    </Alert>
  )
}

/** Marks an item that is low in stock, or out. */
export function LowMark({ item, ...shown }: BadgeProps & { item: Item }) {
  if (!isLow({ ...item, stock: { total: item.quantity } })) return null
  return (
    <StatusBadge state={item.quantity === 0 ? 'out' : 'low'} {...shown}>
      {item.quantity === 0 ? texts.out : texts.low}
    </StatusBadge>
  )
}
