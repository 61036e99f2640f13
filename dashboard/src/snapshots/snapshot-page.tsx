import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Snapshot } from '../../../client'
import { api } from '../api/client'
import { listAudit, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { ExportMenu } from '../export/export-menu'
import { useActorNames } from '../items/who'
import { Answer } from '../parts/answer'
import { Confirm } from '../parts/confirm'
import { Facts } from '../parts/facts'
import { formatTime, formatValue } from '../parts/format'
import { ButtonLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { Section } from '../parts/section'
import { Difference } from './difference'
import { Marks, nameSnapshot } from './marks'
import { getSnapshot, ofSnapshots } from './queries'
import { RestoreProgress, RestoreQuestion } from './restore-progress'
import { texts } from './texts'

export default function SnapshotPage() {
  const { id } = useParams({ from: '/snapshots/$id' })
  const { restore } = useSearch({ from: '/snapshots/$id' })
  const query = useQuery(getSnapshot(id))
  const { data } = query
  return (
    <Page
      title={data ? nameSnapshot(data) : texts.snapshot}
      up={<PageLink to="/snapshots">{texts.all}</PageLink>}
      actions={data && <Actions of={data} />}
    >
      {restore !== undefined && <RestoreProgress key={restore} id={restore} />}
      <Answer query={query}>
        {(snapshot) => (
          <Stack key={id} gap="lg">
            <SnapshotFacts of={snapshot} />
            {snapshot.status === 'ready' && <Difference id={id} />}
            {snapshot.status === 'failed' && <Text>{texts.failed}</Text>}
          </Stack>
        )}
      </Answer>
    </Page>
  )
}

/** What can be done with the snapshot, and the questions that the address says are open. */
function Actions({ of: snapshot }: { of: Snapshot }) {
  const { write } = useRights()
  const navigate = useNavigate({ from: '/snapshots/$id' })
  const { opened, show, close } = useQuestion('open', ['mode'])
  return (
    <>
      <ButtonLink to="/log" search={{ object: snapshot.id }}>
        {texts.activity}
      </ButtonLink>
      {snapshot.status === 'ready' && <ExportMenu list="snapshot" query={{ snapshot_id: snapshot.id }} />}
      {write && snapshot.status !== 'creating' && (
        <Button variant="default" onClick={() => show('remove')}>
          {texts.delete}
        </Button>
      )}
      {write && snapshot.status === 'ready' && <Button onClick={() => show('restore')}>{texts.restore}</Button>}
      <Confirm
        opened={opened === 'remove'}
        onClose={close}
        title={texts.askDelete}
        action={texts.deleteIt}
        name={`delete ${snapshot.id}`}
        input={snapshot.id}
        send={api.deleteSnapshot}
        stale={ofSnapshots}
        onDone={() => void navigate({ to: '/snapshots', replace: true })}
      >
        <Text>{nameSnapshot(snapshot)}</Text>
        <Text>{texts.deleteHint}</Text>
      </Confirm>
      <RestoreQuestion opened={snapshot.status === 'ready' && opened === 'restore'} of={snapshot} onClose={close} />
    </>
  )
}

function SnapshotFacts({ of: snapshot }: { of: Snapshot }) {
  const { item_count, total_quantity, created_at, expires_at, last_restored_at } = snapshot
  const who = useTaker(snapshot)
  const facts = [
    { label: texts.items, value: formatValue(item_count) },
    { label: texts.units, value: formatValue(total_quantity) },
    { label: texts.created, value: formatTime(created_at) },
    { label: texts.by, value: who },
    { label: texts.expires, value: formatTime(expires_at) },
    { label: texts.lastRestored, value: last_restored_at === null ? texts.never : formatTime(last_restored_at) },
  ]
  return (
    <Section title={texts.about}>
      <Group>
        <Marks of={snapshot} />
      </Group>
      <Facts facts={facts} />
    </Section>
  )
}

/** Who has taken it. The audit log has the name, for people of any role. */
function useTaker({ id, created_by }: Snapshot): string {
  const nameActor = useActorNames()
  const query = { resource_id: id, resource_type: 'snapshot', action: 'create', limit: 1 } as const
  const entry = useQuery(listAudit(query)).data?.data[0]
  return nameActor(entry?.actor, created_by)
}
