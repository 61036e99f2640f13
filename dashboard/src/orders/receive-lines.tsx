import { TextInput } from '@mantine/core'
import type { LineItem } from '../../../client'
import type { Draft } from '../api/draft'
import { Card, Cards } from '../parts/data-table'
import { formatNumber } from '../parts/format'
import { NumberField } from '../parts/number-field'
import { Pager } from '../parts/pager'
import { getFieldProps, LineFields } from './line-fields'
import { findPage, linesPage } from './lines'
import { isCounted, type ReceiveValues } from './receive-values'
import { texts } from './texts'

export type DeliveryForm = Draft<ReceiveValues>

type Props = {
  form: DeliveryForm
  lines: LineItem[]
  offset: number
  onOffset: (offset: number) => void
  /** The line that was scanned last. */
  shown: string | null
}

/** The lines that goods can come for, a page at a time. */
export function ReceiveLines({ form, lines, offset: wanted, onOffset, shown }: Props) {
  const offset = Math.min(wanted, findPage(lines.length - 1))
  return (
    <>
      <Cards>
        {lines.slice(offset, offset + linesPage).map((line) => (
          <Card key={line.id} isShown={line.id === shown}>
            <ReceiveLine form={form} line={line} />
          </Card>
        ))}
      </Cards>
      <Pager offset={offset} limit={linesPage} total={lines.length} onOffset={onOffset} />
    </>
  )
}

function ReceiveLine({ form, line: { id, name, sku, quantity_outstanding } }: { form: DeliveryForm; line: LineItem }) {
  const place = `rows.${id}`
  const isRejected = isCounted(form.values.rows[id]?.quantity_rejected ?? '')
  const field = (own: string, label: string) => getFieldProps(form, `${place}.${own}`, label, name)
  const hint = texts.outstanding(formatNumber(quantity_outstanding))
  return (
    <LineFields form={form} place={place} line={{ name, sku }} hint={hint}>
      <NumberField w={110} {...field('quantity_accepted', texts.accepted)} />
      <NumberField w={110} {...field('quantity_rejected', texts.rejected)} />
      <TextInput
        placeholder={texts.reasonHint}
        flex="1 1 140px"
        disabled={!isRejected}
        display={{ base: isRejected ? 'block' : 'none', xs: 'block' }}
        {...field('rejection_reason', texts.reason)}
      />
    </LineFields>
  )
}
