import { Group, Paper, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account, useRights } from '../api/queries'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { Activity, DueOrders, LowStock, Movements } from './cards'
import { FirstHourOf } from './first-hour/first-hour'
import { texts } from './texts'

export function Home() {
  const { data } = useQuery(account)
  const { write } = useRights()
  const [isLed, setIsLed] = useState(false)
  return (
    <Page title={texts.title}>
      {data?.person.role === 'owner' && isForeign(data.company.time_zone) && (
        <Group gap="xs">
          <Text size="sm">{texts.daysOfUtc}</Text>
          <ButtonLink to="/settings" size="sm" variant="default">
            {texts.setTimeZone}
          </ButtonLink>
        </Group>
      )}
      {write && data && <FirstHourOf account={data} onLed={setIsLed} />}
      {/* They stay in this place: what they have asked for is given up where they are taken out. */}
      {!isLed && <Cards />}
    </Page>
  )
}

/** Nobody has set it, and here it is another one. */
function isForeign(zone: string): boolean {
  return zone === 'UTC' && new Date().getTimezoneOffset() !== 0
}

function Cards() {
  return (
    <>
      <Totals />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <LowStock />
        <DueOrders />
        <Movements />
        <Activity />
      </SimpleGrid>
    </>
  )
}

function Totals() {
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
