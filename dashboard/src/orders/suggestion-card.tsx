import { Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order, SuggestedOrder } from '../../../client'
import { api } from '../api/client'
import { describeError } from '../api/errors'
import { useSubmission } from '../api/submission'
import { Form } from '../parts/form-drawer'
import { ObjectLink } from '../parts/object-link'
import { Section } from '../parts/section'
import { Begins, nameAction } from './begins'
import { LineInputs, type OrderForm, useLinesPage } from './line-inputs'
import { findRow } from './lines'
import { OrderStatus } from './order-marks'
import { checkLines, doubtOrder, makeOrder } from './order-values'
import { keepOrder, ofOrders } from './queries'
import { explainLine, fillSuggestion, nameSuggestion } from './suggestion'
import { texts } from './texts'

type Props = { suggested: SuggestedOrder }

/** One suggestion. Once it is an order, it is the link to it. */
export function SuggestionCard({ suggested }: Props) {
  const [made, setMade] = useState<Order | null>(null)
  const [begun, setBegun] = useState(0)
  return (
    <Section title={suggested.supplier?.name ?? texts.noSupplier}>
      <div role="status">{made && <Made order={made} />}</div>
      {!made && (
        <SuggestionForm
          key={begun}
          suggested={suggested}
          onMade={setMade}
          beginAgain={() => setBegun((count) => count + 1)}
        />
      )}
    </Section>
  )
}

function Made({ order: { id, order_number, status } }: { order: Order }) {
  return (
    <Group gap="xs">
      <ObjectLink id={id}>{order_number}</ObjectLink>
      <OrderStatus status={status} />
    </Group>
  )
}

type FormProps = Props & { onMade: (order: Order) => void; beginAgain: () => void }

function SuggestionForm({ suggested, onMade, beginAgain }: FormProps) {
  const queries = useQueryClient()
  const page = useLinesPage()
  const submission = useSubmission({
    name: nameSuggestion(suggested),
    initial: fillSuggestion(suggested),
    check: checkLines,
    doubt: doubtOrder,
    make: ({ begins, base: _, ...values }) => makeOrder(values, begins),
    send: (order, options) => api.createOrder(order, options),
    stale: ofOrders,
    onDone: (order) => {
      keepOrder(queries, order)
      onMade(order)
    },
    onError: (error) => page.show(findRow(describeError(error).field) ?? page.offset),
  })
  const { form } = submission
  const why = new Map(suggested.line_items.map((line) => [line.item_id, explainLine(line)]))
  return (
    <Form submission={submission} action={nameAction(form)} cancel={texts.asSuggested} onClose={beginAgain}>
      {suggested.supplier === null && <SupplierInputs form={form} />}
      <LineInputs form={form} page={page} hint={(itemId) => why.get(itemId)} />
      <Begins form={form} />
    </Form>
  )
}

/** No order has had these items: somebody says from whom they come. */
function SupplierInputs({ form }: { form: OrderForm }) {
  return (
    <>
      <Text>{texts.noSupplierHint}</Text>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        <TextInput label={texts.supplier} {...form.getInputProps('supplier.name')} />
        <TextInput label={texts.supplierFields.email} type="email" {...form.getInputProps('supplier.email')} />
        <TextInput label={texts.fields.currency} maxLength={3} {...form.getInputProps('currency')} />
      </SimpleGrid>
    </>
  )
}
