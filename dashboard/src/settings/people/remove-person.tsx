import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Person, RemovePersonQuery } from '../../../../client'
import type { SendOptions } from '../../api/change'
import { api } from '../../api/client'
import { describeError } from '../../api/errors'
import { account } from '../../api/queries'
import { say } from '../../browser/said'
import { Confirm } from '../../parts/confirm'
import { Radios } from '../../parts/radios'
import { beginAnew } from '../../session/session'
import { forgetKept, nameKeeper } from '../../spreadsheets/kept'
import { texts } from './texts'

type Props = { of: Person; isYou: boolean; opened: boolean; onClose: () => void }
type KeyChoice = NonNullable<RemovePersonQuery['keys']>

/** Where the person has made keys, the service refuses once: then it asks what becomes of them. */
export function RemovePerson({ of: person, isYou, opened, onClose }: Props) {
  const { data } = useQuery(account)
  const [choice, choose] = useState<KeyChoice | null>(null)
  const remove = async ({ keys }: { keys: KeyChoice | null }, options: SendOptions) => {
    try {
      await api.removePerson(person.id, keys === null ? {} : { keys }, options)
    } catch (error) {
      if (describeError(error as Error).field === 'keys') choose('keep')
      throw error
    }
  }
  /** Who has left sees who else invites. */
  const goOutside = async () => {
    if (data) await forgetKept(nameKeeper(data))
    beginAnew()
  }
  const finish = () => {
    if (isYou) return
    say(texts.removed(person.name))
    onClose()
  }
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={isYou ? texts.askLeave(data?.company.name ?? '') : texts.askRemove(person.name, person.email)}
      action={isYou ? texts.leave : texts.remove}
      name={`remove ${person.id}`}
      input={{ keys: choice }}
      send={remove}
      stale={isYou ? [] : [['people'], ['keys']]}
      onSuccess={() => isYou && void goOutside()}
      onDone={finish}
    >
      <Text>{isYou ? texts.leaveHint : texts.removeHint}</Text>
      {choice !== null && (
        <Radios
          label={texts.keysOf}
          choices={data?.person.role === 'owner' ? texts.keyChoices : { keep: texts.keyChoices.keep }}
          hints={texts.keyHints}
          value={choice}
          onChange={(chosen) => choose(chosen as KeyChoice)}
        />
      )}
    </Confirm>
  )
}
