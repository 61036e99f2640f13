import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../api/queries'
import { hasUnsent, leave } from '../spreadsheets/kept'
import { texts } from './texts'

/** Who comes to this browser next finds nothing of this person. It asks first where something would be lost. */
export function SignOut() {
  const { data } = useQuery(account)
  const [isAsking, setIsAsking] = useState(false)
  const begin = async () => {
    if (data && (await hasUnsent(data))) setIsAsking(true)
    else await leave(data)
  }
  return (
    <>
      <Button variant="default" size="xs" onClick={() => void begin()}>
        {texts.signOut}
      </Button>
      <Modal opened={isAsking} onClose={() => setIsAsking(false)} title={texts.askSignOut}>
        <Stack>
          <Text>{texts.signOutHint}</Text>
          <Group justify="end">
            <Button variant="default" onClick={() => setIsAsking(false)} data-autofocus>
              {texts.cancel}
            </Button>
            <Button color="red" onClick={() => void leave(data)}>
              {texts.signOutAndForget}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  )
}
