import { SimpleGrid, Stack, Textarea, TextInput } from '@mantine/core'
import type { Item } from '../../../client'
import { DayField } from '../parts/day-field'
import { Section } from '../parts/section'
import { ItemPicker } from './item-picker'
import { LineInputs, type LinesPage, type OrderForm } from './line-inputs'
import { addItem, maxLines } from './lines'
import { texts } from './texts'

type Props = { form: OrderForm; lines: LinesPage }

/** The fields of an order, of a new one and of a draft that is changed. */
export function OrderInputs({ form, lines }: Props) {
  return (
    <>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Section title={texts.supplier}>
          <TextInput label={texts.supplierFields.name} {...form.getInputProps('supplier.name')} />
          <TextInput label={texts.supplierFields.email} type="email" {...form.getInputProps('supplier.email')} />
          <TextInput label={texts.supplierFields.phone} type="tel" {...form.getInputProps('supplier.phone')} />
          <TextInput
            label={texts.supplierFields.reference}
            description={texts.referenceHint}
            {...form.getInputProps('supplier.reference')}
          />
        </Section>
        <Section title={texts.delivery}>
          <DayField
            label={texts.fields.expected_at}
            error={form.errors.expected_at}
            value={form.values.expected_at}
            onDay={(day) => form.setFieldValue('expected_at', day)}
          />
          <TextInput label={texts.fields.location} {...form.getInputProps('location')} />
          <TextInput
            label={texts.fields.currency}
            description={texts.currencyHint}
            maxLength={3}
            {...form.getInputProps('currency')}
          />
          <Textarea label={texts.fields.notes} autosize minRows={2} {...form.getInputProps('notes')} />
        </Section>
      </SimpleGrid>
      <Section title={texts.lines}>
        <Lines form={form} lines={lines} />
      </Section>
    </>
  )
}

function Lines({ form, lines }: Props) {
  const add = (item: Item) => {
    const added = addItem(form.values.line_items, item)
    if (added.lines.length > maxLines) return texts.tooManyLines
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
