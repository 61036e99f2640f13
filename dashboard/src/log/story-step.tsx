import { Text, Timeline } from '@mantine/core'
import type { AuditEntry } from '../../../client'
import { nameReason } from '../items/movement'
import { useActorNames } from '../items/who'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { typeTexts } from '../stock/texts'
import { Causes, Changes } from './entry'
import { listOtherChanges, type Step } from './story-steps'
import { texts } from './texts'

const titles: Record<AuditEntry['action'], string> = {
  create: texts.created,
  update: texts.updated,
  delete: texts.deleted,
  restore: texts.restored,
}
const colours: Record<AuditEntry['action'], string> = {
  create: 'green',
  update: 'gray',
  delete: 'red',
  restore: 'teal',
}

/** One thing that has happened to an item. */
export function StoryStep({ of: step, ...ofTimeline }: { of: Step }) {
  const { entry, movement } = step
  const { action } = entry
  const nameActor = useActorNames()
  return (
    <Timeline.Item
      {...ofTimeline}
      role="listitem"
      color={movement && action !== 'create' ? 'blue' : colours[action]}
      title={movement && action !== 'create' ? nameMovement(movement) : nameAction(entry)}
    >
      {action === 'create' && movement && <Text size="sm">{nameMovement(movement)}</Text>}
      {movement && <Why of={movement} />}
      <Changes of={{ ...entry, changes: listOtherChanges(step) }} />
      <Text size="sm">
        {formatTime(entry.created_at)} · {nameActor(entry.actor)}
        <Causes of={entry} before=" · " />
      </Text>
    </Timeline.Item>
  )
}

function nameAction({ action, snapshot_id }: AuditEntry): string {
  return action === 'restore' && snapshot_id !== null ? (typeTexts.snapshot_restore ?? '') : titles[action]
}

type Movement = NonNullable<Step['movement']>

function nameMovement({ type, quantity_change, quantity_after }: Movement): string {
  return texts.moved(typeTexts[type] ?? type, formatChange(quantity_change), formatNumber(quantity_after))
}

function Why({ of: { reason, reference, note } }: { of: Movement }) {
  const said = [nameReason(reason), reference, note].filter(Boolean).join(' · ')
  if (said === '') return null
  return <Text size="sm">{said}</Text>
}
