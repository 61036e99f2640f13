import { Button, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../../client'
import { Empty } from '../../parts/empty'
import { formatTime } from '../../parts/format'
import { PageLink } from '../../parts/link'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
import { Secret } from '../../parts/secret'
import { WideTable } from '../../parts/wide-table'
import { OwnersOnly } from '../owners-only'
import { useOpen } from '../use-open'
import { webhooks } from './queries'
import { texts } from './texts'
import { NewWebhook } from './webhook-new'
import { WebhookStatus } from './webhook-status'

export default function Webhooks() {
  return (
    <OwnersOnly title={texts.webhooks}>
      <WebhooksOfCompany />
    </OwnersOnly>
  )
}

function WebhooksOfCompany() {
  const { data, error, refetch } = useQuery(webhooks)
  const { open, show, close } = useOpen()
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Page title={texts.webhooks} actions={<Button onClick={() => show('new')}>{texts.newWebhook}</Button>}>
      {error && <ProblemNotice error={error} retry={refetch} />}
      {!data && !error && <RowsLoading />}
      {data?.data.length === 0 && (
        <Empty title={texts.noWebhooks}>
          <Text>{texts.noWebhooksHint}</Text>
        </Empty>
      )}
      {data && data.data.length > 0 && <WebhooksTable webhooks={data.data} />}
      <NewWebhook opened={open === 'new'} onClose={close} onMade={setSecret} />
      <Secret secret={secret} onClose={() => setSecret(null)} title={texts.webhookCreated}>
        <Text>{texts.webhookCreatedHint}</Text>
      </Secret>
    </Page>
  )
}

function WebhooksTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <WideTable minWidth={760} highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{texts.url}</Table.Th>
          <Table.Th>{texts.events}</Table.Th>
          <Table.Th>{texts.status}</Table.Th>
          <Table.Th>{texts.descriptionTitle}</Table.Th>
          <Table.Th>{texts.created}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {webhooks.map(({ id, url, events, status, description, created_at }) => (
          <Table.Tr key={id}>
            <Table.Td maw={280} style={{ overflowWrap: 'anywhere' }}>
              <PageLink to="/settings/webhooks/$id" params={{ id }} size="sm">
                {url}
              </PageLink>
            </Table.Td>
            <Table.Td maw={200} style={{ overflowWrap: 'anywhere' }}>
              {events.join(', ')}
            </Table.Td>
            <Table.Td>
              <WebhookStatus status={status} />
            </Table.Td>
            <Table.Td maw={200} style={{ overflowWrap: 'anywhere' }}>
              {description ?? texts.none}
            </Table.Td>
            <Table.Td>{formatTime(created_at)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </WideTable>
  )
}
