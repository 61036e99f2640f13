import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../../api/queries'
import { Answer } from '../../parts/answer'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { Section } from '../../parts/section'
import { AlertsForm } from './alerts-form'
import { texts } from './texts'

/** What the person who is signed in is told by mail. */
export default function Alerts() {
  const [cancelled, setCancelled] = useState(0)
  return (
    <Page title={texts.alerts}>
      <div>
        <Answer query={useQuery(account)} rows={1} height={160}>
          {({ sends_mail, person }) =>
            sends_mail ? (
              <Section title={texts.byMail}>
                <AlertsForm
                  key={`${person.alerts} ${cancelled}`}
                  person={person}
                  onCancel={() => setCancelled(cancelled + 1)}
                />
                <Text size="sm">{texts.onlyYou}</Text>
              </Section>
            ) : (
              <Empty title={texts.noMail} hint={texts.noMailHint} />
            )
          }
        </Answer>
      </div>
    </Page>
  )
}
