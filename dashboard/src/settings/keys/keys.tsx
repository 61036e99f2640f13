import { Button, Code, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKey, ApiKeyWithSecret } from '../../../../client'
import { api } from '../../api/client'
import { listKeys } from '../../api/queries'
import { useQuestion } from '../../api/question'
import { Confirm } from '../../parts/confirm'
import { breakAt } from '../../parts/data-table'
import { firstField } from '../../parts/first-field'
import { ChangeForm } from '../../parts/form'
import { FormDrawer } from '../../parts/form-drawer'
import { formatEnd, formatTime } from '../../parts/format'
import { ListPage } from '../../parts/list-page'
import { RowButtons } from '../../parts/row-button'
import { pageSize } from '../../parts/search'
import { StatusBadge } from '../../parts/status-badge'
import { describeKey, nameKey } from './key-name'
import { KeySecret, NewKey } from './key-new'
import { texts } from './texts'

export default function Keys() {
  const { offset = 0, id } = useSearch({ from: '/settings/keys' })
  const keys = useQuery(listKeys({ offset, limit: pageSize }))
  const { opened, show, close } = useQuestion('open', ['id'])
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const key = keys.data?.data.find((each) => each.id === id)
  const listActions = (each: ApiKey) => [
    { text: texts.rename, name: texts.renameKey(nameKey(each)), onClick: () => show('edit', { id: each.id }) },
    { text: texts.revoke, name: texts.revokeKey(nameKey(each)), onClick: () => show('remove', { id: each.id }) },
  ]
  return (
    <ListPage
      title={texts.keys}
      actions={<Button onClick={() => show('new')}>{texts.newKey}</Button>}
      query={keys}
      rows={5}
      empty={{ title: texts.noKeys, hint: texts.noKeysHint }}
      minWidth={840}
      columns={[
        { title: texts.name, cell: (each) => <Name of={each} />, ...breakAt(240) },
        { title: texts.scopes, cell: ({ scopes }) => scopes.map((scope) => texts.scopeNames[scope]).join(', ') },
        { title: texts.status, cell: (each) => <Status of={each} /> },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
        { title: texts.lastUsed, cell: ({ last_used_at }) => (last_used_at ? formatTime(last_used_at) : texts.never) },
        { title: texts.actions, cell: (each) => each.revoked_at === null && <RowButtons of={listActions(each)} /> },
      ]}
    >
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
    </ListPage>
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

function Name({ of: { name, prefix, last4 } }: { of: ApiKey }) {
  return (
    <>
      {name !== null && <Text size="sm">{name}</Text>}
      <Code className="one-line">
        {prefix}…{last4}
      </Code>
    </>
  )
}

function Status({ of: key }: { of: ApiKey }) {
  const { status, time, works } = describeKey(key)
  return (
    <>
      <StatusBadge state={works ? 'ok' : 'over'}>{status}</StatusBadge>
      {time !== null && (
        <Text size="sm">{works ? texts.expiresAt(formatEnd(time)) : texts.since(formatTime(time))}</Text>
      )}
    </>
  )
}
