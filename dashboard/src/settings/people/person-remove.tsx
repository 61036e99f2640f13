import { Text } from '@mantine/core'
import type { Person } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { say } from '../../browser/said'
import { Confirm } from '../../parts/confirm'
import { signOut } from '../../session/session'
import { texts } from './texts'

type Props = { opened: boolean; of: Person; isYou: boolean; onClose: () => void }

export function RemovePerson({ opened, of: person, isYou, onClose }: Props) {
  const change = useChange((id: string, options) => api.removePerson(id, options), {
    name: `remove ${person.id}`,
    stale: isYou ? [] : [['people']],
    onSuccess: () => isYou && void signOut(),
    onDone: () => {
      if (isYou) return
      say(texts.removed(person.name))
      onClose()
    },
  })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askRemove(person.name, person.email)}
      action={texts.remove}
      onConfirm={() => change.mutate(person.id)}
      change={change}
    >
      <Text>{isYou ? texts.removeYourself : texts.removeHint}</Text>
    </Confirm>
  )
}
