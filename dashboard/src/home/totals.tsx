import { Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { account } from '../api/queries'
import { formatNumber } from '../parts/format'
import { ProblemNotice } from '../parts/problem'
import { texts } from './texts'

export function Totals() {
  const { data, error, refetch } = useQuery(account)
  if (error) return <ProblemNotice error={error} retry={refetch} />
  const totals = data?.totals
  const shown = [
    { label: texts.items, value: totals?.items },
    { label: texts.units, value: totals?.units },
    { label: texts.lowStock, value: totals?.low_stock },
    { label: texts.ordersOpen, value: totals?.orders_open },
    { label: texts.ordersOverdue, value: totals?.orders_overdue },
  ]
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }}>
      {shown.map(({ label, value }) => (
        <Paper key={label} withBorder p="sm">
          <Text size="sm">{label}</Text>
          {value === undefined ? (
            <Skeleton height={28} width={60} />
          ) : (
            <Text fz={22} fw={700}>
              {formatNumber(value)}
            </Text>
          )}
        </Paper>
      ))}
    </SimpleGrid>
  )
}
