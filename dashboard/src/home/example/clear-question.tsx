import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Restore } from '../../../../client'
import type { SendOptions } from '../../api/change'
import { api } from '../../api/client'
import { Answer } from '../../parts/answer'
import { Confirm } from '../../parts/confirm'
import { Counts } from '../../snapshots/counts'
import { restoreQueries } from '../../snapshots/queries'
import { texts as snapshotTexts } from '../../snapshots/texts'
import { type Example, endOrders, listLiveItems } from './example'
import { texts } from './texts'

type QuestionProps = { opened: boolean; example: Example; onClose: () => void; onCleared: () => void }

/** Asks before the example goes, and says what that changes. */
export function ClearQuestion({ opened, example, onClose, onCleared }: QuestionProps) {
  const navigate = useNavigate()
  const snapshotId = example.snapshotId ?? ''
  const preview = useQuery({ ...previewClearing(example), enabled: opened })
  const clear = async (itemIds: string[], options: SendOptions) => {
    await endOrders(api, example)
    if (itemIds.length === 0) return null // all of them are in the trash
    return api.restoreSnapshot(snapshotId, { item_ids: itemIds }, options)
  }
  const show = (restore: Restore | null) => {
    if (restore) void navigate({ to: '/snapshots/$id', params: { id: snapshotId }, search: { restore: restore.id } })
    else onClose()
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askClear}
      action={texts.clear}
      name={`clear example ${example.key}`}
      intent={() => example.key}
      input={preview.data?.itemIds}
      send={clear}
      stale={[...restoreQueries, ['orders']]}
      onSuccess={onCleared}
      onDone={show}
    >
      <Text fw={600} size="sm">
        {snapshotTexts.dryRun}
      </Text>
      <Answer query={preview} rows={1} height={52}>
        {({ counts }) => <Counts counts={counts} labels={snapshotTexts.counts} />}
      </Answer>
      <List size="sm" spacing={4}>
        {texts.effects.map((effect) => (
          <List.Item key={effect}>{effect}</List.Item>
        ))}
      </List>
    </Confirm>
  )
}

const nothing = { created: 0, updated: 0, trashed: 0, unchanged: 0 }

/** The dry run: of the example's items alone, so that what somebody has made since stays. */
function previewClearing(example: Example) {
  return {
    queryKey: ['dry run', 'example', example.key],
    staleTime: 0,
    queryFn: async () => {
      const itemIds = await listLiveItems(api, example)
      if (itemIds.length === 0) return { itemIds, counts: nothing }
      const counts = await api.restoreSnapshot(example.snapshotId ?? '', { item_ids: itemIds, dry_run: true })
      return { itemIds, counts }
    },
  }
}
