import { TextInput } from '@mantine/core'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { useSubmission } from '../../api/submission'
import { firstField } from '../../parts/first-field'
import { Form } from '../../parts/form-drawer'
import { RoleField } from './role-field'
import { texts } from './texts'

type Values = { email: string; name: string; role: Person['role'] }
const initial: Values = { email: '', name: '', role: 'member' }

export function InvitePerson({ onClose }: { onClose: () => void }) {
  const submission = useSubmission({
    name: 'invite',
    initial,
    make: (values) => values,
    send: (person, options) => api.invitePerson(person, options),
    stale: [['people']],
    describe: ({ email }) => texts.invitationSent(email),
    onDone: onClose,
  })
  const { form } = submission
  return (
    <Form submission={submission} action={texts.invitePerson} onClose={onClose}>
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
    </Form>
  )
}
