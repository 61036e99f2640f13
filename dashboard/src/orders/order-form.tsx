import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Item } from '../../../client'
import { maxOrderLines } from '../../../functions/domain/orders/order-limits'
import { type Code, readCode } from '../../../input/code'
import { DayField } from '../parts/day-field'
import { ProblemNotice } from '../parts/problem'
import { Section } from '../parts/section'
import { ItemSearch } from '../scan/item-search'
import { useLookup } from '../scan/use-lookup'
import { useScans } from '../scanner/scans'
import { signal } from '../scanner/signal'
import { LineInputs, type LinesPage, type OrderForm } from './line-inputs'
import { addItem } from './lines'
import { texts } from './texts'

type Props = { form: OrderForm; lines: LinesPage }

/** The fields of an order, of a new one and of one that is changed. What is placed keeps its lines, and more. */
export function OrderInputs({ form, lines, isPlaced = false }: Props & { isPlaced?: boolean }) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={texts.supplier}>
          {!isPlaced && (
            <TextInput required label={texts.supplierFields.name} {...form.getInputProps('supplier.name')} />
          )}
          <TextInput label={texts.supplierFields.email} type="email" {...form.getInputProps('supplier.email')} />
          <TextInput label={texts.supplierFields.phone} type="tel" {...form.getInputProps('supplier.phone')} />
          <TextInput
            label={texts.supplierFields.reference}
            description={texts.referenceHint}
            {...form.getInputProps('supplier.reference')}
          />
        </Section>
        <Section title={texts.delivery}>
          <ExpectedDay form={form} />
          <TextInput label={texts.fields.location} {...form.getInputProps('location')} />
          {!isPlaced && (
            <TextInput
              label={texts.fields.currency}
              description={texts.currencyHint}
              maxLength={3}
              {...form.getInputProps('currency')}
            />
          )}
          <Textarea label={texts.fields.notes} autosize minRows={2} {...form.getInputProps('notes')} />
        </Section>
      </SimpleGrid>
      {!isPlaced && (
        <Section title={texts.lines}>
          <Lines form={form} lines={lines} />
        </Section>
      )}
    </>
  )
}

/** When it should come: without a day, an order is never due. */
export function ExpectedDay({ form }: { form: OrderForm }) {
  return (
    <DayField
      label={texts.fields.expected_at}
      description={texts.expectedHint}
      {...form.getInputProps('expected_at')}
    />
  )
}

function Lines({ form, lines }: Props) {
  const add = (item: Item) => {
    const added = addItem(form.values.line_items, item)
    if (added.lines.length > maxOrderLines) return texts.tooManyLines
    form.setFieldValue('line_items', added.lines)
    lines.show(added.index)
    return texts.added(item.name, added.lines[added.index]?.quantity_ordered ?? '')
  }
  return (
    <Stack gap="sm">
      <ItemPicker onItem={add} />
      <LineInputs form={form} page={lines} />
    </Stack>
  )
}

/** Finds items by a part of their name, or by a whole code and Enter. `onItem` says what was done with the item. */
function ItemPicker({ onItem }: { onItem: (item: Item) => string }) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const add = (item: Item) => {
    signal('found')
    setSaid(onItem(item))
    setText('')
  }
  const lookup = useLookup(add)
  const take = async (code: Code) => {
    setSaid('')
    const items = await lookup.mutateAsync(code).catch(() => null)
    if (items && items.length !== 1) setSaid((items.length === 0 ? texts.noCode : texts.severalCodes)(code.text))
  }
  useScans('page', take)
  return (
    <>
      <ItemSearch
        label={texts.addItem}
        description={texts.addItemHint}
        text={text}
        onText={setText}
        onItem={add}
        said={said}
        isBusy={lookup.isPending}
        onEnter={(typed) => void take(readCode(typed))}
      />
      {lookup.error && <ProblemNotice error={lookup.error} />}
    </>
  )
}
