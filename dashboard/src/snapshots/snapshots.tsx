import { Button, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { api } from '../api/client'
import { account, queries, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { breakAt, inOneLine } from '../parts/data-table'
import type { Filter } from '../parts/filters'
import { firstField } from '../parts/first-field'
import { ChangeForm } from '../parts/form'
import { FormModal } from '../parts/form-drawer'
import { formatDate, formatNumber, formatTime, formatValue } from '../parts/format'
import { ObjectLink } from '../parts/link'
import { ListPage } from '../parts/list-page'
import { Marks, nameSnapshot } from './marks'
import { PastRestores } from './past-restores'
import { listSnapshots, ofSnapshots } from './queries'
import { makeSnapshotsQuery } from './search'
import { texts } from './texts'

const filters: Filter[] = [
  { kind: 'choice', name: 'type', label: texts.type, choices: texts.types, all: texts.allTypes },
]

export default function Snapshots() {
  const query = makeSnapshotsQuery(useSearch({ from: '/snapshots' }))
  const { write } = useRights()
  const { show } = useQuestion('take')
  const lead = (
    <div>
      <Text>{texts.lead}</Text>
      {write && <Left />}
    </div>
  )
  return (
    <ListPage
      title={texts.snapshots}
      actions={write && <Button onClick={() => show(true)}>{texts.take}</Button>}
      lead={lead}
      filters={filters}
      query={useQuery(listSnapshots(query))}
      rows={5}
      empty={{ title: texts.none, hint: texts.noneHint }}
      noMatch={{ title: texts.noneOfType, clear: texts.clear }}
      minWidth={760}
      columns={[
        {
          title: texts.name,
          cell: (snapshot) => (
            <ObjectLink id={snapshot.id} size="sm">
              {nameSnapshot(snapshot)}
            </ObjectLink>
          ),
          card: 'head',
          ...breakAt(320),
        },
        { title: texts.type, cell: (snapshot) => <Marks of={snapshot} />, card: 'side' },
        { title: texts.items, cell: ({ item_count }) => formatValue(item_count), card: 'fact', ta: 'right' },
        { title: texts.units, cell: ({ total_quantity }) => formatValue(total_quantity), card: 'fact', ta: 'right' },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at), card: 'fact', ...inOneLine },
        { title: texts.expires, cell: ({ expires_at }) => formatDate(expires_at), card: 'fact', ...inOneLine },
      ]}
    >
      <PastRestores />
      <TakeSnapshot />
    </ListPage>
  )
}

/** What the plan still allows today. */
function Left() {
  const { data } = useQuery(account)
  if (!data) return null
  const { left_today, restores_left_today } = data.snapshots
  return <Text size="sm">{texts.left(formatNumber(left_today), formatNumber(restores_left_today))}</Text>
}

/** Open where the address of the list says so. */
function TakeSnapshot() {
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
