import { Checkbox } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import type { Person } from '../../../../client'
import { api } from '../../api/client'
import { account } from '../../api/queries'
import { useSubmission } from '../../api/submission'
import { Form } from '../../parts/form-drawer'
import { texts } from './texts'

type Choice = Person['alerts']
type Props = { person: Person; onCancel: () => void }

export function AlertsForm({ person: { id, email, alerts }, onCancel }: Props) {
  const queries = useQueryClient()
  const submission = useSubmission({
    name: 'alerts',
    initial: { alerts: alerts === 'low_stock' },
    make: (values): { alerts: Choice } => ({ alerts: values.alerts ? 'low_stock' : 'none' }),
    send: (change, options) => api.updatePerson(id, change, options),
    stale: [['people']],
    describe: (person) => texts.saved[person.alerts],
    // The totals of the account have not changed: so it is not read again.
    onDone: (person) => void queries.setQueryData(account.queryKey, (known) => known && { ...known, person }),
  })
  return (
    <Form submission={submission} action={texts.save} onClose={onCancel}>
      <Checkbox
        label={texts.lowStock}
        description={texts.lowStockHint(email)}
        {...submission.form.getInputProps('alerts', { type: 'checkbox' })}
      />
    </Form>
  )
}
