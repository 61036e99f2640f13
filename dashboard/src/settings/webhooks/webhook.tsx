import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Delivery } from '../../../../client'
import { hasCode } from '../../api/errors'
import { useQuestion } from '../../api/question'
import { FormDrawer } from '../../parts/form-drawer'
import { PageLink } from '../../parts/link'
import { Page } from '../../parts/page'
import { ProblemNotice } from '../../parts/problem'
import { RowsLoading } from '../../parts/rows-loading'
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
  const { data, error, refetch } = useQuery(getWebhook(id))
  const { opened, close } = useQuestion('open')
  const [problem, setProblem] = useState<Error | null>(null)
  const watch = useWatch(id)
  const navigate = useNavigate({ from: '/settings/webhooks/$id' })
  const showFirst = (delivery: Delivery) => {
    void navigate({ search: {} }) // no filter hides it
    watch(delivery)
  }
  const told = { onSent: showFirst }
  return (
    <Page title={texts.webhook} actions={data && <WebhookActions of={data} onProblem={setProblem} {...told} />}>
      <div>
        <PageLink to="/settings/webhooks">{texts.allWebhooks}</PageLink>
      </div>
      {problem && <ProblemNotice error={problem} />}
      {error && <ProblemNotice error={error} {...(!hasCode(error, 'webhook_not_found') && { retry: refetch })} />}
      {!data && !error && <RowsLoading />}
      {data && (
        <>
          <WebhookDetails of={data} />
          <Deliveries of={data} {...told} />
          <FormDrawer opened={opened === 'edit'} onClose={close} title={texts.editWebhook}>
            <EditWebhook of={data} onClose={close} />
          </FormDrawer>
        </>
      )}
    </Page>
  )
}
