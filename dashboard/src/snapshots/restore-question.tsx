import { List, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Snapshot } from '../../../client'
import { api } from '../api/client'
import { Answer } from '../parts/answer'
import { Confirm } from '../parts/confirm'
import { Counts, isNothing } from './counts'
import { nameSnapshot } from './marks'
import { previewRestore, restoreQueries } from './queries'
import type { RestoreMode } from './search'
import { texts } from './texts'

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
        data={(['replace', 'merge'] as const).map((value) => ({ value, label: texts.modes[value] }))}
      />
      <Text fw={600} size="sm">
        {texts.dryRun}
      </Text>
      <Answer query={preview} rows={1} height={52}>
        {(counts) => (
          <>
            <Counts counts={counts} labels={texts.counts} />
            {isNothing(counts) && <Text size="sm">{texts.nothingToDo}</Text>}
          </>
        )}
      </Answer>
    </Stack>
  )
}
