import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useSearch } from '@tanstack/react-router'
import type { Snapshot } from '../../../client'
import { hasCode } from '../api/errors'
import { useRights } from '../api/person'
import { ExportMenu } from '../export/export-menu'
import { ButtonLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { DeleteSnapshot } from './delete-snapshot'
import { Difference } from './difference'
import { getSnapshot } from './queries'
import { RestoreProgress } from './restore-progress'
import { RestoreQuestion } from './restore-question'
import type { SnapshotSearch } from './search'
import { SnapshotFacts } from './snapshot-facts'
import { nameSnapshot } from './snapshot-name'
import { texts } from './texts'

export default function SnapshotPage() {
  const { id } = useParams({ from: '/snapshots/$id' })
  const { restore } = useSearch({ from: '/snapshots/$id' })
  const { data, error, refetch } = useQuery(getSnapshot(id))
  return (
    <Page title={data ? nameSnapshot(data) : texts.snapshot} actions={data && <Actions of={data} />}>
      <PageLink to="/snapshots">{texts.all}</PageLink>
      {restore !== undefined && <RestoreProgress key={restore} id={restore} />}
      {error && <ProblemNotice error={error} {...(!hasCode(error, 'snapshot_not_found') && { retry: refetch })} />}
      {!data && !error && <RowsLoading />}
      {data && (
        <Stack key={id} gap="lg">
          <SnapshotFacts of={data} />
          {data.status === 'ready' && <Difference id={id} />}
          {data.status === 'creating' && <Text>{texts.notReady}</Text>}
          {data.status === 'failed' && <Text>{texts.failed}</Text>}
        </Stack>
      )}
    </Page>
  )
}

/** What can be done with the snapshot, and the questions that the address says are open. */
function Actions({ of: snapshot }: { of: Snapshot }) {
  const { write } = useRights()
  const { open } = useSearch({ from: '/snapshots/$id' })
  const navigate = useNavigate({ from: '/snapshots/$id' })
  const show = (opened: SnapshotSearch['open'] & string) =>
    void navigate({ search: (kept) => ({ ...kept, open: opened }), resetScroll: false })
  const close = () =>
    void navigate({ search: ({ open: _, mode: __, ...kept }) => kept, replace: true, resetScroll: false })
  return (
    <>
      <ButtonLink to="/log" search={{ object: snapshot.id }} variant="default">
        {texts.activity}
      </ButtonLink>
      {snapshot.status === 'ready' && <ExportMenu list="snapshot" query={{ snapshot_id: snapshot.id }} />}
      {write && snapshot.status !== 'creating' && (
        <Button variant="default" onClick={() => show('remove')}>
          {texts.delete}
        </Button>
      )}
      {write && snapshot.status === 'ready' && <Button onClick={() => show('restore')}>{texts.restore}</Button>}
      <DeleteSnapshot opened={write && open === 'remove'} of={snapshot} onClose={close} />
      <RestoreQuestion
        opened={write && snapshot.status === 'ready' && open === 'restore'}
        of={snapshot}
        onClose={close}
      />
    </>
  )
}
