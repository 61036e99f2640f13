import { Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { account, queries } from '../../api/queries'
import { Answer } from '../../parts/answer'
import { Empty } from '../../parts/empty'
import { ChangeForm } from '../../parts/form'
import { Page } from '../../parts/page'
import { Section } from '../../parts/section'
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

type Choice = Pick<Person, 'alerts'>

function AlertsForm({ person: { id, email, alerts }, onCancel }: { person: Person; onCancel: () => void }) {
  return (
    <ChangeForm
      name="alerts"
      initial={{ alerts: alerts === 'low_stock' }}
      make={(values): Choice => ({ alerts: values.alerts ? 'low_stock' : 'none' })}
      send={(change, options) => api.updatePerson(id, change, options)}
      stale={[['people']]}
      describe={(person) => texts.saved[person.alerts]}
      // The totals of the account have not changed: so it is not read again.
      onDone={(person) => void queries.setQueryData(account.queryKey, (known) => known && { ...known, person })}
      action={texts.save}
      onClose={onCancel}
    >
      {(form) => (
        <Checkbox
          label={texts.lowStock}
          description={texts.lowStockHint(email)}
          {...form.getInputProps('alerts', { type: 'checkbox' })}
        />
      )}
    </ChangeForm>
  )
}
