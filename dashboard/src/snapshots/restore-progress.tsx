import { Alert, type ButtonProps, Group, List, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { Restore, Snapshot } from '../../../client'
import { api } from '../api/client'
import { readAgain, useRights } from '../api/queries'
import { Answer } from '../parts/answer'
import { Confirm } from '../parts/confirm'
import { listChoices } from '../parts/filters'
import { formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink } from '../parts/link'
import { Counts } from './counts'
import { nameSnapshot } from './marks'
import { getRestore, previewRestore, restoreQueries } from './queries'
import type { RestoreMode } from './search'
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
  const before = useRef(status)
  useEffect(() => {
    if (before.current === 'running' && status !== 'running') void readAgain(restoreQueries)
    before.current = status
  }, [status])
}

const colours: Record<Restore['status'], string> = { running: 'accent', completed: 'green', failed: 'red' }

function Shown({ of: restore }: { of: Restore }) {
  const { status, progress, conflicts } = restore
  const done = texts.progress(formatNumber(progress.done), formatNumber(progress.total))
  return (
    <Alert color={colours[status]} title={texts.restoreTitles[status]}>
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
        {write && <UndoLink id={pre_restore_snapshot_id} size="sm" />}
        <ButtonLink to="/snapshots/$id" params={{ id: snapshot_id }} search={{}} size="sm">
          {texts.hide}
        </ButtonLink>
      </Group>
      {write && <Text size="sm">{texts.undoHint}</Text>}
    </Stack>
  )
}

/** Leads to the question before a restore is undone: its snapshot of before is restored. */
export function UndoLink({ id, ...look }: ButtonProps & { id: string; 'aria-label'?: string }) {
  return (
    <ButtonLink to="/snapshots/$id" params={{ id }} search={{ open: 'restore' }} {...look}>
      {texts.undo}
    </ButtonLink>
  )
}

type Props = { opened: boolean; of: Snapshot; onClose: () => void }

/** Shows what a restore would do, and does it. The address then names the restore, so that a reload goes on. */
export function RestoreQuestion({ opened, of: snapshot, onClose }: Props) {
  const { id, type } = snapshot
  const { mode = 'replace' } = useSearch({ from: '/snapshots/$id' })
  const navigate = useNavigate({ from: '/snapshots/$id' })
  const isUndo = type === 'pre_restore'
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isUndo ? texts.undoTitle : texts.restoreTitle}
      action={isUndo ? texts.undoIt : texts.restoreIt}
      name={`restore ${id}`}
      input={{ mode }}
      send={(restore: { mode: RestoreMode }, options) => api.restoreSnapshot(id, restore, options)}
      stale={restoreQueries}
      onDone={(restore) => void navigate({ search: { restore: restore.id }, replace: true })}
    >
      <Text fw={600}>{nameSnapshot(snapshot)}</Text>
      {opened && <Preview id={id} mode={mode} />}
      <List size="sm" spacing={4}>
        {texts.effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </Confirm>
  )
}

/** The dry run, for each way to treat items that were made since. */
function Preview({ id, mode }: { id: string; mode: RestoreMode }) {
  const navigate = useNavigate({ from: '/snapshots/$id' })
  const preview = useQuery(previewRestore(id, { mode }))
  const choose = (value: string) =>
    void navigate({
      search: ({ mode: _, ...kept }) => ({ ...kept, ...(value === 'merge' && { mode: 'merge' as const }) }),
      replace: true,
      resetScroll: false,
    })
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.mode}
        value={mode}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={listChoices(texts.modes)}
      />
      <Text fw={600} size="sm">
        {texts.dryRun}
      </Text>
      <Answer query={preview} rows={1} height={52}>
        {(counts) => (
          <>
            <Counts counts={counts} labels={texts.counts} />
            {counts.created + counts.updated + counts.trashed === 0 && <Text size="sm">{texts.nothingToDo}</Text>}
          </>
        )}
      </Answer>
    </Stack>
  )
}
