import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useQuestion } from '../../api/question'
import { breakAt } from '../../parts/data-table'
import { FormDrawer } from '../../parts/form-drawer'
import { formatTime } from '../../parts/format'
import { PageLink } from '../../parts/link'
import { ListPage } from '../../parts/list-page'
import { Secret } from '../../parts/secret'
import { webhooks } from './queries'
import { texts } from './texts'
import { WebhookStatus } from './webhook-details'
import { NewWebhook } from './webhook-forms'

export default function Webhooks() {
  const { opened, show, close } = useQuestion('open')
  /** In the memory of this page alone: when its dialog is closed, it is gone. */
  const [secret, setSecret] = useState<string | null>(null)
  return (
    <ListPage
      title={texts.webhooks}
      actions={<Button onClick={() => show('new')}>{texts.newWebhook}</Button>}
      query={useQuery(webhooks)}
      rows={5}
      empty={{ title: texts.noWebhooks, hint: texts.noWebhooksHint }}
      minWidth={760}
      columns={[
        {
          title: texts.url,
          cell: ({ id, url }) => (
            <PageLink to="/settings/webhooks/$id" params={{ id }} size="sm">
              {url}
            </PageLink>
          ),
          ...breakAt(280),
        },
        { title: texts.events, cell: ({ events }) => events.join(', '), ...breakAt(200) },
        { title: texts.status, cell: ({ status }) => <WebhookStatus status={status} /> },
        { title: texts.descriptionTitle, cell: ({ description }) => description ?? texts.none, ...breakAt(200) },
        { title: texts.created, cell: ({ created_at }) => formatTime(created_at) },
      ]}
    >
      <FormDrawer opened={opened === 'new'} onClose={close} title={texts.newWebhook}>
        <NewWebhook onClose={close} onMade={setSecret} />
      </FormDrawer>
      <Secret secret={secret} onClose={() => setSecret(null)} title={texts.webhookCreated}>
        <Text>{texts.webhookCreatedHint}</Text>
      </Secret>
    </ListPage>
  )
}
