import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Webhook } from '../../../../client'
import { useQuestion } from '../../api/question'
import { breakAt, DataTable } from '../../parts/data-table'
import { Empty } from '../../parts/empty'
import { FormDrawer } from '../../parts/form-drawer'
import { formatTime } from '../../parts/format'
import { PageLink } from '../../parts/link'
import { Page } from '../../parts/page'
import { PageRows } from '../../parts/page-rows'
import { Secret } from '../../parts/secret'
import { webhooks } from './queries'
import { texts } from './texts'
import { NewWebhook } from './webhook-forms'
import { WebhookStatus } from './webhook-status'

export default function Webhooks() {
  const all = useQuery(webhooks)
  const { opened, show, close } = useQuestion('open')
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <Page title={texts.webhooks} actions={<Button onClick={() => show('new')}>{texts.newWebhook}</Button>}>
      <PageRows query={all} empty={<Empty title={texts.noWebhooks} hint={texts.noWebhooksHint} />}>
        {({ data }) => <WebhooksTable webhooks={data} />}
      </PageRows>
      <FormDrawer opened={opened === 'new'} onClose={close} title={texts.newWebhook}>
        <NewWebhook onClose={close} onMade={setSecret} />
      </FormDrawer>
      <Secret secret={secret} onClose={() => setSecret(null)} title={texts.webhookCreated}>
        <Text>{texts.webhookCreatedHint}</Text>
      </Secret>
    </Page>
  )
}

function WebhooksTable({ webhooks }: { webhooks: Webhook[] }) {
  return (
    <DataTable
      minWidth={760}
      rows={webhooks}
      columns={[
        { title: texts.url, cell: (webhook) => <WebhookLink of={webhook} />, ...breakAt(280) },
        { title: texts.events, cell: ({ events }) => events.join(', '), ...breakAt(200) },
        { title: texts.status, cell: ({ status }) => <WebhookStatus status={status} /> },
        { title: texts.descriptionTitle, cell: ({ description }) => description ?? texts.none, ...breakAt(200) },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
      ]}
    />
  )
}

function WebhookLink({ of: { id, url } }: { of: Webhook }) {
  return (
    <PageLink to="/settings/webhooks/$id" params={{ id }} size="sm">
      {url}
    </PageLink>
  )
}
