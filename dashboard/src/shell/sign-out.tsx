import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { account } from '../api/queries'
import { makeLater } from '../parts/later'
import { hasUnsent, leave } from '../spreadsheets/kept'
import { texts } from './texts'

const Question = makeLater(async () => (await import('../parts/confirm')).Confirm<null, void>)

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
      <Question
        opened={isAsking}
        onClose={() => setIsAsking(false)}
        title={texts.askSignOut}
        action={texts.signOutAndForget}
        name="sign out"
        input={null}
        send={() => leave(data)}
        stale={[]}
      >
        <Text>{texts.signOutHint}</Text>
      </Question>
    </>
  )
}
