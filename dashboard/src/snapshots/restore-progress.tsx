import { Alert, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Restore } from '../../../client'
import { useRights } from '../api/person'
import { Answer } from '../parts/answer'
import { formatNumber } from '../parts/format'
import { ButtonLink } from '../parts/link'
import { ObjectLink } from '../parts/object-link'
import { Counts } from './counts'
import { getRestore, restoreQueries } from './queries'
import { texts } from './texts'

/** How far a restore has come, and what it did. */
export function RestoreProgress({ id }: { id: string }) {
  const restore = useQuery(getRestore(id))
  useReadAgainAtEnd(restore.data?.status)
  return (
    <Answer query={restore} rows={1} height={160}>
      {(data) => <Shown of={data} />}
    </Answer>
  )
}

/** What it has changed was read while it was running. */
function useReadAgainAtEnd(status: Restore['status'] | undefined) {
  const queries = useQueryClient()
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'running' && status !== 'running')
      for (const queryKey of restoreQueries) void queries.invalidateQueries({ queryKey })
    before.current = status
  }, [status, queries])
}

const titles: Record<Restore['status'], string> = {
  running: texts.running,
  completed: texts.completed,
  failed: texts.stopped,
}
const colours: Record<Restore['status'], string> = { running: 'blue', completed: 'green', failed: 'red' }

function Shown({ of: restore }: { of: Restore }) {
  const { status, progress, conflicts } = restore
  const done = texts.progress(formatNumber(progress.done), formatNumber(progress.total))
  return (
    <Alert color={colours[status]} title={titles[status]}>
      <Stack gap="sm">
        <Text size="sm" role="status">
          {done}
        </Text>
        {status === 'running' && (
          <Progress value={(progress.done / Math.max(1, progress.total)) * 100} aria-label={done} />
        )}
        {status === 'running' && <Text size="sm">{texts.runningHint}</Text>}
        {status === 'failed' && <Text size="sm">{texts.stoppedHint}</Text>}
        <Counts counts={restore} labels={status === 'completed' ? texts.done : texts.counts} />
        {conflicts.length > 0 && <Conflicts of={restore} />}
        {status !== 'running' && <Ways of={restore} />}
      </Stack>
    </Alert>
  )
}

function Conflicts({ of: { conflicts } }: { of: Restore }) {
  return (
    <div>
      <Text fw={600} size="sm">
        {texts.conflicts(formatNumber(conflicts.length))}
      </Text>
      {conflicts.map(({ item_id, sku, code }) => (
        <Text key={`${item_id} ${code}`} size="sm">
          <ObjectLink id={item_id} size="sm" c="var(--mantine-color-text)" underline="always">
            {sku}
          </ObjectLink>{' '}
          {texts.codes[code] ?? code}
        </Text>
      ))}
    </div>
  )
}

function Ways({ of: { snapshot_id, pre_restore_snapshot_id } }: { of: Restore }) {
  const { write } = useRights()
  return (
    <Stack gap="xs">
      <Group gap="xs">
        {write && (
          <ButtonLink
            to="/snapshots/$id"
            params={{ id: pre_restore_snapshot_id }}
            search={{ open: 'restore' }}
            variant="default"
            size="sm"
          >
            {texts.undo}
          </ButtonLink>
        )}
        <ButtonLink to="/snapshots/$id" params={{ id: snapshot_id }} search={{}} variant="default" size="sm">
          {texts.hide}
        </ButtonLink>
      </Group>
      {write && <Text size="sm">{texts.undoHint}</Text>}
    </Stack>
  )
}
