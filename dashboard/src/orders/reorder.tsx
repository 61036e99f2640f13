import { Group, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Order, SuggestedOrder } from '../../../client'
import { Answer } from '../parts/answer'
import { Empty } from '../parts/empty'
import { formatNumber } from '../parts/format'
import { ButtonLink, ObjectLink, PageLink } from '../parts/link'
import { Page } from '../parts/page'
import { Section } from '../parts/section'
import { CreateOrder } from './create-order'
import { LineInputs, type OrderForm } from './line-inputs'
import { ExpectedDay } from './order-form'
import { WritersOnly } from './order-loaded'
import { OrderStatus } from './order-marks'
import { suggestions } from './queries'
import { explainLine, fillSuggestion, nameSuggestion } from './suggestion'
import { texts } from './texts'

/** What is low, as orders that can be changed before they are made. */
export default function Reorder() {
  return (
    <Page title={texts.reorder} up={<PageLink to="/orders">{texts.allOrders}</PageLink>}>
      <WritersOnly>
        <Suggestions />
      </WritersOnly>
    </Page>
  )
}

function Suggestions() {
  return (
    <Answer query={useQuery(suggestions)} rows={6}>
      {({ data, left_out }) =>
        data.length === 0 ? (
          <Empty title={texts.nothingToReorder} hint={texts.nothingToReorderHint}>
            <ButtonLink to="/orders">{texts.allOrders}</ButtonLink>
          </Empty>
        ) : (
          <>
            <Text>{texts.reorderLead}</Text>
            {data.map((suggested) => (
              <SuggestionCard key={nameSuggestion(suggested)} suggested={suggested} />
            ))}
            {left_out > 0 && <Text>{texts.leftOut(formatNumber(left_out))}</Text>}
          </>
        )
      }
    </Answer>
  )
}

/** One suggestion. Once it is an order, it is the link to it. */
function SuggestionCard({ suggested }: { suggested: SuggestedOrder }) {
  const [made, setMade] = useState<Order | null>(null)
  const [begun, setBegun] = useState(0)
  const why = new Map(suggested.line_items.map((line) => [line.item_id, explainLine(line)]))
  return (
    <Section title={suggested.supplier?.name ?? texts.noSupplier}>
      <div role="status">
        {made && (
          <Group gap="xs">
            <ObjectLink id={made.id}>{made.order_number}</ObjectLink>
            <OrderStatus status={made.status} />
          </Group>
        )}
      </div>
      {!made && (
        <CreateOrder
          key={begun}
          name={nameSuggestion(suggested)}
          initial={fillSuggestion(suggested)}
          cancel={texts.asSuggested}
          onMade={setMade}
          onClose={() => setBegun((count) => count + 1)}
        >
          {(form, lines) => (
            <>
              {suggested.supplier === null && <SupplierInputs form={form} />}
              <LineInputs form={form} page={lines} hint={(itemId) => why.get(itemId)} />
              <ExpectedDay form={form} />
            </>
          )}
        </CreateOrder>
      )}
    </Section>
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
