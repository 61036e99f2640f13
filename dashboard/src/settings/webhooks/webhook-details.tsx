import { Alert, Code, Group, Paper, Stack, Text } from '@mantine/core'
import type { Webhook } from '../../../../client'
import { formatTime } from '../../parts/format'
import { StatusBadge } from '../../parts/status-badge'
import { texts } from './texts'

export function WebhookDetails({ of: webhook }: { of: Webhook }) {
  const { url, description, events, status, disabled_reason, created_at, updated_at } = webhook
  return (
    <Paper withBorder p="md">
      <Stack gap="sm">
        <Group gap="sm">
          <Text fw={600} miw={0}>
            {url}
          </Text>
          <WebhookStatus status={status} />
        </Group>
        {status === 'disabled' && (
          <Alert
            color="red"
            title={disabled_reason ? texts.disabledReasons[disabled_reason] : texts.disabledByPerson}
          />
        )}
        {description !== null && <Text className="as-typed">{description}</Text>}
        <Group gap={6}>
          <Text>{texts.events}:</Text>
          {events.map((event) => (
            <Code key={event}>{event}</Code>
          ))}
        </Group>
        <Text size="sm">
          {texts.created}: {formatTime(created_at)} · {texts.changedAt}: {formatTime(updated_at)}
        </Text>
      </Stack>
    </Paper>
  )
}

export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  return <StatusBadge state={status === 'active' ? 'ok' : 'failed'}>{texts.webhookStatuses[status]}</StatusBadge>
}
