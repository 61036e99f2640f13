import { Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Draft } from '../api/draft'
import { describeError } from '../api/errors'
import { Card, Cards } from '../parts/data-table'
import { formatNumber } from '../parts/format'
import { NumberField } from '../parts/number-field'
import { Pager } from '../parts/pager'
import { getFieldProps, LineFields } from './line-fields'
import { findPage, findRow, linesPage } from './lines'
import { addUp, formatMoney } from './money'
import type { OrderFormValues } from './order-values'
import { texts } from './texts'

export type OrderForm = Draft<OrderFormValues>
export type LinesPage = ReturnType<typeof useLinesPage>

/** Where the page of lines begins. */
export function useLinesPage() {
  const [offset, setOffset] = useState(0)
  const show = (index: number) => setOffset(findPage(index))
  const showFault = (error: Error) => show(findRow(describeError(error).field) ?? offset)
  return { offset, setOffset, show, showFault }
}

type Props = {
  form: OrderForm
  page: LinesPage
  /** What else is known of the item of a line. */
  hint?: (itemId: string) => string | undefined
}

/** The lines, a page at a time, and their sum. Each has fields, and a browser is slow with hundreds of them. */
export function LineInputs({ form, page, hint = () => undefined }: Props) {
  const { line_items: lines, currency } = form.values
  const offset = Math.min(page.offset, findPage(lines.length - 1))
  const subtotal = addUp(lines)
  return (
    <Stack gap="xs">
      {form.errors.line_items && <Text c="var(--mantine-color-error)">{form.errors.line_items}</Text>}
      {lines.length === 0 && <Text>{texts.noLines}</Text>}
      <Cards>
        {lines.slice(offset, offset + linesPage).map((line, at) => (
          <Card key={line.id ?? `${line.item_id} ${offset + at}`}>
            <LineInput form={form} index={offset + at} hint={hint(line.item_id)} />
          </Card>
        ))}
      </Cards>
      <Pager offset={offset} limit={linesPage} total={lines.length} onOffset={page.setOffset} />
      <Group justify="space-between">
        <Text>{texts.countLines(formatNumber(lines.length))}</Text>
        <Text fw={600}>
          {texts.subtotal}: {subtotal === null ? '–' : formatMoney(subtotal, currency.trim().toUpperCase() || null)}
        </Text>
      </Group>
    </Stack>
  )
}

function LineInput({ form, index, hint }: { form: OrderForm; index: number; hint: string | undefined }) {
  const line = form.values.line_items[index]
  if (!line) return null
  const { name } = line
  const place = `line_items.${index}`
  const field = (own: string, label: string) => getFieldProps(form, `${place}.${own}`, label, name)
  return (
    <LineFields form={form} place={place} line={line} hint={hint}>
      <NumberField w={110} {...field('quantity_ordered', texts.quantity)} />
      <NumberField w={110} inputMode="decimal" {...field('unit_cost', texts.unitCost)} />
      <Textarea autosize flex="1 1 140px" {...field('notes', texts.note)} />
      <Button
        variant="default"
        mt={25}
        aria-label={texts.fieldOf(texts.remove, name)}
        onClick={() => form.removeListItem('line_items', index)}
      >
        {texts.remove}
      </Button>
    </LineFields>
  )
}
