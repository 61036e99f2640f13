import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey, ApiKeyWithSecret } from '../../../../client'
import { api } from '../../api/client'
import { useQuestion } from '../../api/question'
import { Confirm } from '../../parts/confirm'
import { Empty } from '../../parts/empty'
import { firstField } from '../../parts/first-field'
import { ChangeForm, FormDrawer } from '../../parts/form-drawer'
import { formatTime } from '../../parts/format'
import { Page } from '../../parts/page'
import { PageRows } from '../../parts/page-rows'
import { nameKey } from './key-name'
import { NewKey } from './key-new'
import { KeySecret } from './key-secret'
import { KeysTable } from './keys-table'
import { listKeys } from './queries'
import { texts } from './texts'

export default function Keys() {
  const { offset = 0, id } = useSearch({ from: '/settings/keys' })
  const keys = useQuery(listKeys({ offset }))
  const { opened, show, close } = useQuestion('open', ['id'])
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const key = keys.data?.data.find((each) => each.id === id)
  return (
    <Page title={texts.keys} actions={<Button onClick={() => show('new')}>{texts.newKey}</Button>}>
      <PageRows query={keys} empty={<Empty title={texts.noKeys} hint={texts.noKeysHint} />}>
        {({ data }) => <KeysTable keys={data} onOpen={show} />}
      </PageRows>
      <FormDrawer opened={opened === 'new'} onClose={close} title={texts.newKey}>
        <NewKey onClose={close} onMade={setMade} />
      </FormDrawer>
      <FormDrawer
        opened={opened === 'edit' && key !== undefined}
        onClose={close}
        title={key ? texts.renameKey(nameKey(key)) : ''}
      >
        {key && <RenameKey key={key.id} of={key} onClose={close} />}
      </FormDrawer>
      {key && <RevokeKey key={key.id} of={key} opened={opened === 'remove'} onClose={close} />}
      <KeySecret made={made} onClose={() => setMade(null)} />
    </Page>
  )
}

type Props = { of: ApiKey; onClose: () => void }

function RenameKey({ of: { id, name }, onClose }: Props) {
  return (
    <ChangeForm
      name={`rename ${id}`}
      initial={{ name: name ?? '' }}
      make={(values) => ({ name: values.name.trim() || null })}
      send={(change, options) => api.updateKey(id, change, options)}
      stale={[['keys']]}
      describe={(renamed) => texts.renamed(nameKey(renamed))}
      action={texts.save}
      onClose={onClose}
    >
      {(form) => (
        <TextInput label={texts.name} description={texts.keyNameHint} {...firstField} {...form.getInputProps('name')} />
      )}
    </ChangeForm>
  )
}

function RevokeKey({ of: key, opened, onClose }: Props & { opened: boolean }) {
  const name = nameKey(key)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askRevoke(name)}
      action={texts.revoke}
      name={`revoke ${key.id}`}
      input={key.id}
      send={api.revokeKey}
      stale={[['keys']]}
      describe={() => texts.keyRevoked(name)}
      onDone={onClose}
    >
      <Text>{texts.revokeHint}</Text>
      <Text>{texts.lastUsedAt(key.last_used_at === null ? texts.never : formatTime(key.last_used_at))}</Text>
    </Confirm>
  )
}
