import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { Restore, Snapshot } from '../../../client'
import { useRights } from '../api/queries'
import { Card, Cards } from '../parts/data-table'
import { Empty } from '../parts/empty'
import { formatNumber, formatTime } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { PageRows } from '../parts/list-page'
import { Part } from '../parts/section'
import { nameSnapshot } from './marks'
import { listRestores, listSnapshots } from './queries'
import { UndoLink } from './restore-progress'
import { restoresSize } from './search'
import { texts } from './texts'

/** The restores of the past, newest first. */
export function PastRestores() {
  const { restores: offset = 0 } = useSearch({ from: '/snapshots' })
  const restores = useQuery(listRestores({ offset, limit: restoresSize }))
  const { find, isLoading } = useSnapshots(restores.data !== undefined && restores.data.data.length > 0)
  return (
    <Part title={texts.restores}>
      <PageRows
        query={restores}
        rows={2}
        empty={<Empty title={texts.noRestores} hint={texts.noRestoresHint} />}
        place="restores"
        isPart
      >
        {({ data }) => (
          <Cards>
            {data.map((restore) => (
              <Past key={restore.id} of={restore} find={find} otherwise={isLoading ? '' : texts.gone} />
            ))}
          </Cards>
        )}
      </PageRows>
    </Part>
  )
}

type Find = (id: string) => Snapshot | undefined

/** A restore names snapshots by their ids alone: those of the newest hundred are known. */
function useSnapshots(enabled: boolean): { find: Find; isLoading: boolean } {
  const { data, isLoading } = useQuery({ ...listSnapshots({ offset: 0, limit: 100 }), enabled })
  const known = new Map(data?.data.map((snapshot) => [snapshot.id, snapshot]))
  return { find: (id) => known.get(id), isLoading }
}

/** `otherwise`: its name where the snapshot is not known. */
function Past({ of: restore, find, otherwise }: { of: Restore; find: Find; otherwise: string }) {
  const { id, snapshot_id, status, created, updated, trashed, pre_restore_snapshot_id } = restore
  const { write } = useRights()
  const [snapshot, before] = [find(snapshot_id), find(pre_restore_snapshot_id)]
  const name = snapshot ? nameSnapshot(snapshot) : otherwise
  return (
    <Card>
      <Group justify="space-between" gap="sm">
        <Stack gap={2} miw={0}>
          <Text fw={600} size="sm">
            {name}
          </Text>
          <Text size="sm">
            {[texts.restoreStatuses[status], before && formatTime(before.created_at)].filter(Boolean).join(' · ')}
          </Text>
          <Text size="sm">{texts.sums(formatNumber(created), formatNumber(updated), formatNumber(trashed))}</Text>
        </Stack>
        <Group gap="xs">
          <ButtonLink
            to="/snapshots/$id"
            params={{ id: snapshot_id }}
            search={{ restore: id }}
            size="compact-sm"
            aria-label={texts.showOf(name)}
          >
            {texts.show}
          </ButtonLink>
          {write && before && status !== 'running' && (
            <UndoLink id={pre_restore_snapshot_id} size="compact-sm" aria-label={texts.undoOf(name)} />
          )}
        </Group>
      </Group>
    </Card>
  )
}
