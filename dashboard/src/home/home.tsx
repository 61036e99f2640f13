import { SimpleGrid } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRights } from '../api/person'
import { account } from '../api/queries'
import { Page } from '../parts/page'
import { Activity } from './activity'
import { DueOrders } from './due-orders'
import { FirstHourOf } from './first-hour/first-hour'
import { LowStock } from './low-stock'
import { Movements } from './movements'
import { texts } from './texts'
import { Totals } from './totals'

export function Home() {
  const { data } = useQuery(account)
  const { write } = useRights()
  const [isLed, setIsLed] = useState(false)
  return (
    <Page title={texts.title}>
      {write && data && <FirstHourOf account={data} onLed={setIsLed} />}
      {/* They stay in this place: what they have asked for is given up where they are taken out. */}
      {!isLed && <Cards />}
    </Page>
  )
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
