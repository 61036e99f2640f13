import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKeyWithSecret } from '../../../../client'
import { Empty } from '../../parts/empty'
import { FormDrawer } from '../../parts/form-drawer'
import { Page } from '../../parts/page'
import { PageRows } from '../../parts/page-rows'
import { useOpen } from '../use-open'
import { NewKey } from './key-new'
import { RenameKey } from './key-rename'
import { RevokeKey } from './key-revoke'
import { KeySecret } from './key-secret'
import { KeysTable } from './keys-table'
import { listKeys } from './queries'
import { texts } from './texts'

export default function Keys() {
  const { offset = 0 } = useSearch({ from: '/settings/keys' })
  const keys = useQuery(listKeys({ offset }))
  const { open, id, show, close } = useOpen()
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const opened = keys.data?.data.find((key) => key.id === id)
  return (
    <Page title={texts.keys} actions={<Button onClick={() => show('new')}>{texts.newKey}</Button>}>
      <PageRows query={keys} empty={<Empty title={texts.noKeys} hint={texts.noKeysHint} />}>
        {({ data }) => <KeysTable keys={data} onOpen={show} />}
      </PageRows>
      <FormDrawer opened={open === 'new'} onClose={close} title={texts.newKey}>
        <NewKey onClose={close} onMade={setMade} />
      </FormDrawer>
      <RenameKey opened={open === 'edit'} of={opened} onClose={close} />
      {opened && <RevokeKey key={opened.id} opened={open === 'remove'} of={opened} onClose={close} />}
      <KeySecret made={made} onClose={() => setMade(null)} />
    </Page>
  )
}
