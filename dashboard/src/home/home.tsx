import { Group, SimpleGrid, Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { account, useRights } from '../api/queries'
import { loadPage } from '../browser/load-page'
import { browserStorage } from '../browser/storage'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { Activity, DueOrders, LowStock } from './cards'
import { isBeginning, isEmptyCompany } from './first-hour/steps'
import { placeOf } from './kept'
import { Movements } from './movements'
import { Tasks } from './tasks'
import { texts } from './texts'

const FirstHourOf = lazy(() => loadPage(() => import('./first-hour/first-hour')))

export function Home() {
  const { data } = useQuery(account)
  const { write } = useRights()
  const [isLed, setIsLed] = useState<boolean | null>(null)
  const mayLead = write && data !== undefined && (isBeginning(data, Date.now()) || hasBegun(data.company.id))
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
      {mayLead && (
        <Suspense>
          <FirstHourOf account={data} onLed={setIsLed} />
        </Suspense>
      )}
      {/* They stay in this place: what they have asked for is given up where they are taken out. */}
      {!(isLed ?? (mayLead && isEmptyCompany(data.totals))) && <Cards />}
    </Page>
  )
}

/** This browser keeps something of the first hour, or of the example. */
function hasBegun(companyId: string): boolean {
  return (['first hour', 'example'] as const).some((kind) => browserStorage.getItem(placeOf(kind, companyId)) !== null)
}

/** Nobody has set it, and here it is another one. */
function isForeign(zone: string): boolean {
  return zone === 'UTC' && new Date().getTimezoneOffset() !== 0
}

function Cards() {
  const { data } = useQuery(account)
  return (
    <>
      <Tasks totals={data?.totals} />
      <Totals />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <LowStock isAwaiting={(data?.totals.orders_open ?? 0) > 0} />
        <DueOrders />
      </SimpleGrid>
      <Movements units={data?.totals.units} />
      <Activity />
    </>
  )
}

function Totals() {
  const { data, error, refetch } = useQuery(account)
  if (error) return <ProblemNotice error={error} retry={refetch} />
  const totals = data?.totals
  const shown = [
    { label: texts.items, value: totals?.items, to: '/items' },
    { label: texts.units, value: totals?.units, to: '/log' },
    { label: texts.lowStock, value: totals?.low_stock, to: '/items', search: { low_stock: true } },
    { label: texts.ordersOpen, value: totals?.orders_open, to: '/orders' },
    { label: texts.ordersOverdue, value: totals?.orders_overdue, to: '/orders', search: { overdue: true } },
  ] as const
  return (
    <SimpleGrid cols={{ base: 2, xs: 3, md: 5 }} spacing="sm">
      {shown.map(({ label, value, ...place }) => (
        <Link key={label} {...place} className="figure">
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          {value === undefined ? (
            <Skeleton height={32} width={60} />
          ) : (
            <Text fz={26} fw={650} lh="32px">
              {formatNumber(value)}
            </Text>
          )}
        </Link>
      ))}
    </SimpleGrid>
  )
}
