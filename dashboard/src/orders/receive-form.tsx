import { Button, Checkbox, Group, SimpleGrid, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Item, LineItem, Order, ReceivedOrder } from '../../../client'
import { maxReceiptLines } from '../../../functions/domain/orders/order-limits'
import { type Code, isNamed } from '../../../input/code'
import { api } from '../api/client'
import { stockQueries } from '../api/queries'
import { useSubmission } from '../api/submission'
import { Form } from '../parts/form'
import { formatNumber } from '../parts/format'
import { toNumber } from '../parts/numbers'
import { Section } from '../parts/section'
import { CameraPanel } from '../scan/camera-panel'
import { CodeForm } from '../scan/code-form'
import { Outcome } from '../scan/outcome'
import { useLookup } from '../scan/use-lookup'
import { useScans } from '../scanner/scans'
import { signal } from '../scanner/signal'
import { findPage } from './lines'
import { keepOrder, ofOrders } from './queries'
import { type DeliveryForm, ReceiveLines } from './receive-lines'
import {
  acceptAll,
  acceptOne,
  checkDelivery,
  doubtDelivery,
  keepRest,
  listOpen,
  listTyped,
  makeDelivery,
  nameReceivedField,
  noDelivery,
} from './receive-values'
import { texts } from './texts'

type Props = { order: Order; onReceived: (received: ReceivedOrder) => void }

/** A delivery. More lines than the API takes at once are sent one part after the other: the rest stays as typed. */
export function ReceiveForm({ order, onReceived }: Props) {
  const navigate = useNavigate()
  const submission = useDelivery({ order, onReceived })
  const { form } = submission
  const [offset, setOffset] = useState(0)
  const [shown, setShown] = useState<string | null>(null)
  const open = listOpen(order, form.values)
  const typed = listTyped(order, form.values.rows).length
  const show = (line: LineItem) => {
    setShown(line.id)
    setOffset(findPage(listOpen(order, form.getValues()).findIndex(({ id }) => id === line.id)))
  }
  return (
    <>
      <Group>
        <Button variant="default" onClick={() => form.setFieldValue('rows', acceptAll(order, form.getValues().rows))}>
          {texts.acceptAll}
        </Button>
      </Group>
      <ReceiveScan order={order} form={form} isPending={submission.isPending} onLine={show} />
      <Form
        submission={submission}
        action={texts.receiveLines(Math.min(typed, maxReceiptLines))}
        onClose={() => void navigate({ to: '/orders/$id', params: { id: order.id } })}
      >
        <Section title={texts.lines}>
          <ReceiveLines form={form} lines={open} offset={offset} onOffset={setOffset} shown={shown} />
        </Section>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={texts.reference}
            description={texts.deliveryReferenceHint}
            {...form.getInputProps('reference')}
          />
          <Textarea autosize label={texts.note} description={texts.deliveryNoteHint} {...form.getInputProps('note')} />
        </SimpleGrid>
        <Checkbox label={texts.allowOver} {...form.getInputProps('allow_over_receipt', { type: 'checkbox' })} />
        {typed > maxReceiptLines && <Text>{texts.split(formatNumber(typed), formatNumber(maxReceiptLines))}</Text>}
      </Form>
    </>
  )
}

function useDelivery({ order, onReceived }: Props) {
  const submission = useSubmission({
    name: `receive ${order.id}`,
    initial: noDelivery(order),
    check: checkDelivery,
    doubt: (values) => doubtDelivery(order, values),
    make: (values) => makeDelivery(order, values),
    send: (delivery, options) => api.receiveOrder(order.id, delivery, options),
    stale: [...stockQueries, ...ofOrders],
    nameField: (field, { rows }) => nameReceivedField(order, rows, field),
    onDone: (received) => keep(received),
  })
  const keep = (received: ReceivedOrder) => {
    submission.form.setValues(keepRest(received.order, submission.form.getValues(), received.receipt))
    keepOrder(received.order, received)
    onReceived(received)
  }
  return submission
}

type ReceiveScanProps = { order: Order; form: DeliveryForm; isPending: boolean; onLine: (line: LineItem) => void }

/** Each code that is read accepts one more of its item. */
function ReceiveScan({ order, form, isPending, onLine }: ReceiveScanProps) {
  const [said, setSaid] = useState('')
  /** The items whose codes were looked up: the hundredth box costs no request. */
  const known = useRef<Item[]>([])
  const take = (item: Item) => {
    const { id, name } = item
    if (!known.current.some((each) => each.id === id)) known.current.push(item)
    setSaid('')
    const taken = acceptOne(order, form.getValues().rows, id)
    signal(taken ? 'found' : 'refused')
    if (!taken) return setSaid(texts.notInOrder(name))
    const { rows, line } = taken
    form.setFieldValue('rows', rows)
    onLine(line)
    const [accepted, open] = [toNumber(rows[line.id]?.quantity_accepted ?? ''), line.quantity_outstanding]
    if (accepted === null) return setSaid(texts.noNumber(name))
    setSaid((accepted > open ? texts.scannedOver : texts.scanned)(name, formatNumber(accepted), formatNumber(open)))
  }
  const lookup = useLookup(take)
  const read = async (code: Code): Promise<boolean> => {
    const item = known.current.find((each) => isNamed(code, each))
    if (!item) return lookup.take(code)
    lookup.reset()
    take(item)
    return true
  }
  useScans('page', read)
  const isFound = lookup.data?.length === 1
  return (
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <CameraPanel paused={lookup.isPending || isPending} />
      <Stack gap="xs">
        <Text role="status">{said || texts.scanHint}</Text>
        {!isFound && !lookup.isIdle && <Outcome lookup={lookup} onChoose={take} />}
        <CodeForm isPending={lookup.isPending || isPending} onCode={read} />
      </Stack>
    </SimpleGrid>
  )
}
