import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { ApiKeyWithSecret } from '../../../../client'
import { Empty } from '../../parts/empty'
import { Page } from '../../parts/page'
import { Pager } from '../../parts/pager'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { OwnersOnly } from '../owners-only'
import { pageSize } from '../search'
import { useOpen } from '../use-open'
import { NewKey } from './key-new'
import { RenameKey } from './key-rename'
import { RevokeKey } from './key-revoke'
import { KeySecret } from './key-secret'
import { KeysTable } from './keys-table'
import { listKeys } from './queries'
import { texts } from './texts'

export default function Keys() {
  return (
    <OwnersOnly title={texts.keys}>
      <KeysOfCompany />
    </OwnersOnly>
  )
}

function KeysOfCompany() {
  const { offset = 0 } = useSearch({ from: '/settings/keys' })
  const navigate = useNavigate({ from: '/settings/keys' })
  const { data, error, refetch } = useQuery(listKeys({ offset }))
  const { open, id, show, close } = useOpen()
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [made, setMade] = useState<ApiKeyWithSecret | null>(null)
  const opened = data?.data.find((key) => key.id === id)
  return (
    <Page title={texts.keys} actions={<Button onClick={() => show('new')}>{texts.newKey}</Button>}>
      <div>
        {error && <ProblemNotice error={error} retry={refetch} />}
        {!data && !error && <RowsLoading />}
        {data?.data.length === 0 && (
          <Empty title={texts.noKeys}>
            <Text>{texts.noKeysHint}</Text>
          </Empty>
        )}
        {data && data.data.length > 0 && <KeysTable keys={data.data} onOpen={show} />}
      </div>
      {data && (
        <Pager
          offset={offset}
          limit={pageSize}
          total={data.pagination.total}
          onOffset={(next) => void navigate({ search: { offset: next } })}
        />
      )}
      <NewKey opened={open === 'new'} onClose={close} onMade={setMade} />
      <RenameKey opened={open === 'edit'} of={opened} onClose={close} />
      <RevokeKey opened={open === 'remove'} of={opened} onClose={close} />
      <KeySecret made={made} onClose={() => setMade(null)} />
    </Page>
  )
}
