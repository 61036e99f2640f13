import type { Webhook } from '../../../../client'
import { StatusBadge } from '../../parts/status-badge'
import { texts } from './texts'

export function WebhookStatus({ status }: Pick<Webhook, 'status'>) {
  return <StatusBadge color={status === 'active' ? 'green' : 'orange'}>{texts.webhookStatuses[status]}</StatusBadge>
}
