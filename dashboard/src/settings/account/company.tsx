import { Button, Group, NativeSelect, Text, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Account } from '../../../../client'
import { api } from '../../api/client'
import { account, queries, useRights } from '../../api/queries'
import { ofBrowser } from '../../browser/time-zone'
import { pickChanges } from '../../parts/difference'
import { firstField } from '../../parts/first-field'
import { ChangeForm } from '../../parts/form'
import { FormDrawer } from '../../parts/form-drawer'
import { formatDate } from '../../parts/format'
import { RemovePerson } from '../people/remove-person'
import { texts } from './texts'

type Company = Account['company']

/** How the company is called, and where its days are cut. An owner can change it. */
export function CompanyFacts({ of: { company, person } }: { of: Account }) {
  const [edits, edit] = useDisclosure(false)
  const [leaves, leave] = useDisclosure(false)
  return (
    <>
      <Text fw={600}>{company.name}</Text>
      <Text>{texts.planOf(texts.plans[company.plan])}</Text>
      <Text>{texts.since(formatDate(company.created_at))}</Text>
      <Text>{texts.timeZoneIs(company.time_zone)}</Text>
      <Text size="sm">{texts.planHint}</Text>
      <Group>
        {useRights().manage && (
          <Button variant="default" onClick={edit.open}>
            {texts.changeCompany}
          </Button>
        )}
        <Button variant="default" onClick={leave.open}>
          {texts.leave(company.name)}
        </Button>
      </Group>
      <Text size="sm">{texts.leaveHint}</Text>
      <FormDrawer opened={edits} onClose={edit.close} title={texts.changeCompany}>
        <ChangeCompany of={company} onClose={edit.close} />
      </FormDrawer>
      <RemovePerson of={person} isYou opened={leaves} onClose={leave.close} />
    </>
  )
}

function ChangeCompany({ of: { name, time_zone }, onClose }: { of: Company; onClose: () => void }) {
  const zones = [...new Set([time_zone, ofBrowser, 'UTC', ...Intl.supportedValuesOf('timeZone')])]
  return (
    <ChangeForm
      name="company"
      initial={{ name, time_zone }}
      make={(values) => pickChanges(values, { name, time_zone })}
      send={api.updateAccount}
      stale={[['account'], ['daily'], ['orders']]}
      onDone={() => {
        void queries.refetchQueries({ queryKey: account.queryKey }) // all times that are shown go by it
        onClose()
      }}
      describe={(company) => texts.companyChanged(company.name)}
      action={texts.save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label={texts.companyName} {...firstField} {...form.getInputProps('name')} />
          <NativeSelect
            label={texts.timeZone}
            description={texts.timeZoneHint(ofBrowser)}
            data={zones}
            {...form.getInputProps('time_zone')}
          />
        </>
      )}
    </ChangeForm>
  )
}
