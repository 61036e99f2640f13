import { Text, TextInput } from '@mantine/core'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { useSubmission } from '../../api/submission'
import { firstField } from '../../parts/first-field'
import { Form, FormDrawer } from '../../parts/form-drawer'
import { RoleField } from './role-field'
import { texts } from './texts'

type Props = { opened: boolean; of: Person | undefined; isYou: boolean; onClose: () => void }

export function ChangePerson({ opened, of: person, ...others }: Props) {
  const title = person ? texts.changePerson(person.name) : ''
  return (
    <FormDrawer opened={opened && person !== undefined} onClose={others.onClose} title={title}>
      {person && <ChangeForm key={person.id} of={person} {...others} />}
    </FormDrawer>
  )
}

type Values = Pick<Person, 'name' | 'role'>

function ChangeForm({ of: { id, name, role }, isYou, onClose }: Omit<Props, 'opened' | 'of'> & { of: Person }) {
  const submission = useSubmission({
    name: `change ${id}`,
    initial: { name, role },
    // Only what is changed, so that what another owner changes meanwhile stays.
    make: (values: Values) => ({
      ...(values.name !== name && { name: values.name }),
      ...(values.role !== role && { role: values.role }),
    }),
    send: (change, options) => api.updatePerson(id, change, options),
    stale: [['people'], ['account']],
    describe: (changed) => texts.changed(changed.name),
    onDone: onClose,
  })
  const { form } = submission
  return (
    <Form submission={submission} action={texts.save} onClose={onClose}>
      <TextInput label={texts.name} {...firstField} {...form.getInputProps('name')} />
      <RoleField {...form.getInputProps('role')} />
      {isYou && form.values.role !== 'owner' && <Text>{texts.lowerYourself}</Text>}
    </Form>
  )
}
