import { Alert, Button, Stack, Text } from '@mantine/core'
import { describeError } from '../api/errors'
import { texts } from './texts'

type ProblemProps = { error: unknown; hint?: string; retry?: () => void }

/** An error, in the API's words. `retry`: does it again, where that can help. */
export function ProblemNotice({ error, hint, retry }: ProblemProps) {
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
