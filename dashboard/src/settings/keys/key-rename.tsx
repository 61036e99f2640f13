import { TextInput } from '@mantine/core'
import type { ApiKey } from '../../../../client'
import { api } from '../../api/client'
import { useSubmission } from '../../api/submission'
import { firstField } from '../../parts/first-field'
import { Form, FormDrawer } from '../../parts/form-drawer'
import { nameKey } from './key-name'
import { texts } from './texts'

type Props = { opened: boolean; of: ApiKey | undefined; onClose: () => void }

export function RenameKey({ opened, of: key, onClose }: Props) {
  return (
    <FormDrawer opened={opened && key !== undefined} onClose={onClose} title={key ? texts.renameKey(nameKey(key)) : ''}>
      {key && <RenameForm key={key.id} of={key} onClose={onClose} />}
    </FormDrawer>
  )
}

function RenameForm({ of: key, onClose }: Omit<Props, 'opened' | 'of'> & { of: ApiKey }) {
  const submission = useSubmission({
    name: `rename ${key.id}`,
    initial: { name: key.name ?? '' },
    make: ({ name }) => ({ name: name.trim() || null }),
    send: (change, options) => api.updateKey(key.id, change, options),
    stale: [['keys']],
    describe: (renamed) => texts.renamed(nameKey(renamed)),
    onDone: onClose,
  })
  return (
    <Form submission={submission} action={texts.save} onClose={onClose}>
      <TextInput
        label={texts.name}
        description={texts.keyNameHint}
        {...firstField}
        {...submission.form.getInputProps('name')}
      />
    </Form>
  )
}
