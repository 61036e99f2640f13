import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client'
import { account } from '../api/queries'
import { useQuestion } from '../api/question'
import { firstField } from '../parts/first-field'
import { ChangeForm, FormModal } from '../parts/form-drawer'
import { ofSnapshots } from './queries'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

/** Open where the address of the list says so. */
export function TakeSnapshot() {
  const queries = useQueryClient()
  const { opened = false, close } = useQuestion('take')
  return (
    <FormModal opened={opened} onClose={close} title={texts.take}>
      <ChangeForm
        name="take snapshot"
        initial={{ name: '' }}
        make={({ name }) => ({ name: name.trim() || null })}
        send={api.createSnapshot}
        stale={ofSnapshots}
        describe={(snapshot) => texts.taken(nameSnapshot(snapshot))}
        onDone={() => {
          close()
          void queries.refetchQueries({ queryKey: account.queryKey }) // this page shows how many are left
        }}
        action={texts.takeIt}
        onClose={close}
      >
        {(form) => (
          <>
            <TextInput
              label={texts.name}
              description={texts.nameHint}
              {...firstField}
              {...form.getInputProps('name')}
            />
            <Text size="sm">{texts.takeHint}</Text>
          </>
        )}
      </ChangeForm>
    </FormModal>
  )
}
