import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { account } from '../../api/queries'
import { Confirm } from '../../parts/confirm'
import { leave } from '../../spreadsheets/kept'
import { texts } from './texts'

type Props = { of: Pick<Person, 'id' | 'name'>; isYou: boolean; opened: boolean; onClose: () => void }

/** Asks before all sessions of a person are ended. Whoever ends their own leaves this page, too. */
export function SignOutPerson({ of: { id, name }, isYou, opened, onClose }: Props) {
  const { data } = useQuery(account)
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title={texts.askSignOut(name)}
      action={texts.signOutEverywhere}
      name={`sign-out ${id}`}
      input={id}
      send={api.signOutPerson}
      stale={[]}
      {...(isYou ? { onSuccess: () => void leave(data) } : { describe: () => texts.signedOut(name), onDone: onClose })}
    >
      <Text>{isYou ? texts.signOutYourself : texts.signOutHint}</Text>
    </Confirm>
  )
}
