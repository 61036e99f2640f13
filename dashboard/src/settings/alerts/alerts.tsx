import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../api/queries'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { say } from '../../parts/said'
import { Section } from '../../parts/section'
import { AlertsForm } from './alerts-form'
import { texts } from './texts'

/** What the person who is signed in is told by mail. */
export default function Alerts() {
  const { data, error, refetch } = useQuery(account)
  const [cancelled, setCancelled] = useState(0)
  return (
    <Page title={texts.alerts}>
      <div>
        {error && <ProblemNotice error={error} retry={refetch} />}
        {!data && !error && <RowsLoading rows={1} height={160} />}
        {data?.sends_mail === false && (
          <Empty title={texts.noMail}>
            <Text>{texts.noMailHint}</Text>
          </Empty>
        )}
        {data?.sends_mail && (
          <Section title={texts.byMail}>
            <AlertsForm
              key={`${data.person.alerts} ${cancelled}`}
              person={data.person}
              onCancel={() => setCancelled(cancelled + 1)}
              onDone={(alerts) => say(texts.saved[alerts])}
            />
            <Text size="sm">{texts.onlyYou}</Text>
          </Section>
        )}
      </div>
    </Page>
  )
}
