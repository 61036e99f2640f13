import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Delivery, DeliveryList, Webhook } from '../../../../client'
import { useChange } from '../../api/change'
import { api } from '../../api/client'
import { queries, readAgain } from '../../api/queries'
import { useQuestion } from '../../api/question'
import { Answer } from '../../parts/answer'
import { FormDrawer } from '../../parts/form-drawer'
import { PageLink } from '../../parts/link'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { Secret } from '../../parts/secret'
import { Deliveries } from './deliveries'
import { getWebhook, ofDeliveries } from './queries'
import { texts } from './texts'
import { WebhookDetails } from './webhook-details'
import { DeleteWebhook, EditWebhook, RotateSecret } from './webhook-forms'

export default function WebhookPage() {
  const { id } = useParams({ from: '/settings/webhooks/$id' })
  return <OneWebhook key={id} id={id} />
}

function OneWebhook({ id }: { id: string }) {
  const webhook = useQuery(getWebhook(id))
  const { opened, close } = useQuestion('open')
  const navigate = useNavigate({ from: '/settings/webhooks/$id' })
  const showFirst = (delivery: Delivery) => {
    void navigate({ search: {} }) // no filter hides it
    void watch(id, delivery)
  }
  const test = useChange((_: null, options) => api.testWebhook(id, options), {
    name: `test ${id}`,
    stale: [ofDeliveries(id)],
    describe: () => texts.testSent,
    onDone: showFirst,
  })
  const turn = useChange((status: Webhook['status'], options) => api.updateWebhook(id, { status }, options), {
    name: `switch ${id}`,
    stale: [['webhooks'], ['webhook', id]],
    describe: (after) => (after.status === 'active' ? texts.enabled : texts.disabled),
  })
  return (
    <Page
      title={texts.webhook}
      up={<PageLink to="/settings/webhooks">{texts.allWebhooks}</PageLink>}
      actions={webhook.data && <WebhookActions of={webhook.data} test={test} turn={turn} />}
    >
      {test.error && <ProblemNotice error={test.error} />}
      {turn.error && <ProblemNotice error={turn.error} />}
      <Answer query={webhook}>
        {(data) => (
          <>
            <WebhookDetails of={data} />
            <Deliveries of={data} onSent={showFirst} />
            <FormDrawer opened={opened === 'edit'} onClose={close} title={texts.editWebhook}>
              <EditWebhook of={data} onClose={close} />
            </FormDrawer>
          </>
        )}
      </Answer>
    </Page>
  )
}

/** How long is waited before each time that the list is read again, in milliseconds. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000]

/**
 * Reads the deliveries of a webhook again until that one is not pending any more, at most five times. Then the webhook,
 * too: an answer can disable it. Where its page is left, nothing is read.
 */
async function watch(webhookId: string, { id }: Delivery): Promise<void> {
  for (const pause of pausesMs) {
    await new Promise((resolve) => setTimeout(resolve, pause))
    await readAgain([ofDeliveries(webhookId)])
    if (isDecided(webhookId, id)) break
  }
  await readAgain([['webhook', webhookId]])
}

function isDecided(webhookId: string, deliveryId: string): boolean {
  const lists = queries.getQueriesData<DeliveryList>({ queryKey: ofDeliveries(webhookId) })
  const found = lists.flatMap(([, list]) => list?.data.filter(({ id }) => id === deliveryId) ?? [])
  return found.length > 0 && found.every(({ status }) => status !== 'pending')
}

type Act<Input> = { mutate: (input: Input) => void; isPending: boolean }
type Props = { of: Webhook; test: Act<null>; turn: Act<Webhook['status']> }

/** All that can be done with a webhook: it is tested, edited, disabled or made active again, and more. */
function WebhookActions({ of: webhook, test, turn }: Props) {
  const { opened, show, close } = useQuestion('open')
  const [secret, setSecret] = useState<string | null>(null)
  const isActive = webhook.status === 'active'
  return (
    <>
      <Button onClick={() => test.mutate(null)} loading={test.isPending} disabled={!isActive}>
        {texts.test}
      </Button>
      <Button variant="default" onClick={() => show('edit')}>
        {texts.edit}
      </Button>
      <Button variant="default" onClick={() => turn.mutate(isActive ? 'disabled' : 'active')} loading={turn.isPending}>
        {isActive ? texts.disable : texts.enable}
      </Button>
      <Button variant="default" onClick={() => show('rotate')}>
        {texts.rotate}
      </Button>
      <Button variant="default" onClick={() => show('remove')}>
        {texts.delete}
      </Button>
      <RotateSecret opened={opened === 'rotate'} of={webhook} onClose={close} onMade={setSecret} />
      <DeleteWebhook opened={opened === 'remove'} of={webhook} onClose={close} />
      <Secret secret={secret} onClose={() => setSecret(null)} title={texts.rotated}>
        <Text>{texts.rotateHint}</Text>
      </Secret>
    </>
  )
}
