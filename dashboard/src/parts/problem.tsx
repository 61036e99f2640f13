import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { describeError, hasCode } from '../api/errors'
import { signInAgain } from '../session/session'
import { texts as session } from '../session/texts'
import { texts } from './texts'

/** An error, in the API's words. `retry`: does it again, where that can help. */
export function ProblemNotice({ error, hint, retry }: { error: unknown; hint?: string; retry?: () => void }) {
  if (hasCode(error, 'sign_in_required')) return <SignInNotice />
  const { message, requestId } = describeError(error)
  return (
    <Alert color="red" role="alert" title={message}>
      <Stack gap="xs" align="start">
        {hint !== undefined && <Text size="sm">{hint}</Text>}
        {requestId !== null && (
          <Text size="sm">
            {texts.request} {requestId}
          </Text>
        )}
        {retry && (
          <Button variant="default" size="xs" onClick={retry}>
            {texts.retry}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Leads to the provider, and back to here. */
function SignInNotice() {
  const [problem, setProblem] = useState<string | null>(null)
  const begin = () => void signInAgain().catch(({ message }: Error) => setProblem(message))
  return (
    <Alert color="yellow" role="alert" title={session.tooOld}>
      <Stack gap="sm" align="start">
        <Text size="sm">{problem ?? session.tooOldHint}</Text>
        <Button onClick={begin}>{session.again}</Button>
      </Stack>
    </Alert>
  )
}
