import { Code, Stack, Text } from '@mantine/core'
import type { Delivery, DeliveryAttempt } from '../../../../client'
import { formatNumber, formatTime } from '../../parts/format'
import { texts } from './texts'

/** Each time that a delivery was sent, and what came back. */
export function Attempts({ of: { id, event_id, attempts } }: { of: Delivery }) {
  return (
    <Stack gap="sm">
      <Text size="sm">
        {texts.delivery} <Code>{id}</Code>, {texts.eventId} <Code>{event_id}</Code>
      </Text>
      {attempts.length === 0 && <Text>{texts.noAttempts}</Text>}
      {attempts.map((attempt) => (
        <Attempt key={attempt.at} of={attempt} />
      ))}
    </Stack>
  )
}

function Attempt({ of: { at, status_code, milliseconds, error, response } }: { of: DeliveryAttempt }) {
  const answer = status_code === null ? texts.noStatus : texts.answerOf(status_code)
  return (
    <Stack gap={4}>
      <Text size="sm">
        {formatTime(at)} · <b>{answer}</b> · {texts.milliseconds(formatNumber(milliseconds))}
      </Text>
      {error !== null && <Text size="sm">{error}</Text>}
      {response !== null && response !== '' && (
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {response}
        </Code>
      )}
    </Stack>
  )
}
