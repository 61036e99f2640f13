import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Delivery } from '../../../../client'
import { useQuestion } from '../../api/question'
import { Answer } from '../../parts/answer'
import { FormDrawer } from '../../parts/form-drawer'
import { PageLink } from '../../parts/link'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { Deliveries } from './deliveries'
import { getWebhook } from './queries'
import { texts } from './texts'
import { useWatch } from './use-watch'
import { WebhookActions } from './webhook-actions'
import { WebhookDetails } from './webhook-details'
import { EditWebhook } from './webhook-forms'

export default function WebhookPage() {
  const { id } = useParams({ from: '/settings/webhooks/$id' })
  return <OneWebhook key={id} id={id} />
}

function OneWebhook({ id }: { id: string }) {
  const webhook = useQuery(getWebhook(id))
  const { opened, close } = useQuestion('open')
  const [problem, setProblem] = useState<Error | null>(null)
  const watch = useWatch(id)
  const navigate = useNavigate({ from: '/settings/webhooks/$id' })
  const showFirst = (delivery: Delivery) => {
    void navigate({ search: {} }) // no filter hides it
    watch(delivery)
  }
  const actions = webhook.data && <WebhookActions of={webhook.data} onProblem={setProblem} onSent={showFirst} />
  return (
    <Page title={texts.webhook} actions={actions}>
      <div>
        <PageLink to="/settings/webhooks">{texts.allWebhooks}</PageLink>
      </div>
      {problem && <ProblemNotice error={problem} />}
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
