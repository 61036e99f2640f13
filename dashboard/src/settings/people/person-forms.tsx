import { Text, TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { pickChanges } from '../../parts/difference'
import { firstField } from '../../parts/first-field'
import { ChangeForm } from '../../parts/form'
import { Radios } from '../../parts/radios'
import { texts } from './texts'

const nobody: Pick<Person, 'email' | 'name' | 'role'> = { email: '', name: '', role: 'member' }

export function InvitePerson({ onClose }: { onClose: () => void }) {
  return (
    <ChangeForm
      name="invite"
      initial={nobody}
      make={(values) => values}
      send={api.invitePerson}
      stale={[['people']]}
      describe={({ email }) => texts.invitationSent(email)}
      action={texts.invitePerson}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            type="email"
            label={texts.email}
            description={texts.emailHint}
            autoComplete="off"
            {...firstField}
            {...form.getInputProps('email')}
          />
          <TextInput label={texts.name} autoComplete="off" {...form.getInputProps('name')} />
          <RoleField {...form.getInputProps('role')} />
        </>
      )}
    </ChangeForm>
  )
}

type Props = { of: Person; isYou: boolean; onClose: () => void }

export function ChangePerson({ of: { id, name, role }, isYou, onClose }: Props) {
  return (
    <ChangeForm
      name={`change ${id}`}
      initial={{ name, role }}
      // Only what is changed, so that what another owner changes meanwhile stays.
      make={(values) => pickChanges(values, { name, role })}
      send={(change, options) => api.updatePerson(id, change, options)}
      stale={[['people'], ['account']]}
      describe={(changed) => texts.changed(changed.name)}
      action={texts.save}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput label={texts.name} {...firstField} {...form.getInputProps('name')} />
          <RoleField {...form.getInputProps('role')} />
          {isYou && form.values.role !== 'owner' && <Text>{texts.lowerYourself}</Text>}
        </>
      )}
    </ChangeForm>
  )
}

/** What a person may do. */
function RoleField(props: GetInputPropsReturnType) {
  return <Radios label={texts.role} choices={texts.roles} hints={texts.roleHints} {...props} />
}
