import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client'
import { account } from '../api/queries'
import { useQuestion } from '../api/question'
import { useSubmission } from '../api/submission'
import { firstField } from '../parts/first-field'
import { Form, FormModal } from '../parts/form-drawer'
import { ofSnapshots } from './queries'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

/** Open where the address of the list says so. */
export function TakeSnapshot() {
  const { opened = false, close } = useQuestion('take')
  return (
    <FormModal opened={opened} onClose={close} title={texts.take}>
      <TakeForm onClose={close} />
    </FormModal>
  )
}

function TakeForm({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient()
  const submission = useSubmission({
    name: 'take snapshot',
    initial: { name: '' },
    make: ({ name }) => ({ name: name.trim() || null }),
    send: (snapshot, options) => api.createSnapshot(snapshot, options),
    stale: ofSnapshots,
    describe: (snapshot) => texts.taken(nameSnapshot(snapshot)),
    onDone: () => {
      onClose()
      void queries.refetchQueries({ queryKey: account.queryKey }) // this page shows how many are left
    },
  })
  return (
    <Form submission={submission} action={texts.takeIt} onClose={onClose}>
      <TextInput
        label={texts.name}
        description={texts.nameHint}
        {...firstField}
        {...submission.form.getInputProps('name')}
      />
      <Text size="sm">{texts.takeHint}</Text>
    </Form>
  )
}
