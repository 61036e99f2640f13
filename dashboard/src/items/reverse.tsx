import { NativeSelect, Text, TextInput } from '@mantine/core'
import type { Item, Transaction } from '../../../client'
import { api } from '../api/client'
import { stockQueries } from '../api/queries'
import { useQuestion } from '../api/question'
import { ChangeForm, FormModal } from '../parts/form-drawer'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { makeDetails, reasonOptions } from '../stock/movement'
import { typeTexts } from '../stock/texts'
import { texts } from './texts'

const reversible: Transaction['type'][] = ['receive', 'issue', 'return', 'adjust', 'count']

/** As the API decides it: once, and no movement of an order. */
export function canReverse({ type, reversed_by, order_id }: Transaction): boolean {
  return reversible.includes(type) && reversed_by === null && order_id === null
}

/** Asks before a movement is taken back, where the address names one of the page. */
export function Reverse({ item, rows }: { item: Item; rows: Transaction[] }) {
  const { opened: id, close } = useQuestion('reverse')
  const row = rows.find((each) => each.id === id && canReverse(each))
  return (
    <FormModal opened={row !== undefined} onClose={close} title={texts.reverseTitle}>
      {row && id && <ReverseForm key={id} item={item} row={row} id={id} close={close} />}
    </FormModal>
  )
}

type ReverseFormProps = { item: Item; row: Transaction; id: string; close: () => void }

function ReverseForm({ item, row, id, close }: ReverseFormProps) {
  return (
    <ChangeForm
      name={`reverse ${id}`}
      initial={{ reason: '', note: '' }}
      make={makeDetails}
      send={(details, options) => api.reverseTransaction(id, details, options)}
      stale={stockQueries}
      describe={({ quantity_change: change, quantity_after: after }) =>
        texts.hasReversed(item.name, formatChange(change), formatNumber(after))
      }
      action={texts.reverse}
      onClose={close}
    >
      {(form) => (
        <>
          <Effect item={item} row={row} />
          <NativeSelect label={texts.reason} data={reasonOptions} {...form.getInputProps('reason')} />
          <TextInput label={texts.note} {...form.getInputProps('note')} />
        </>
      )}
    </ChangeForm>
  )
}

function Effect({ item: { quantity }, row }: { item: Item; row: Transaction }) {
  const after = quantity - row.quantity_change
  const type = typeTexts[row.type] ?? row.type
  return (
    <>
      <Text>{texts.reverseWhat(type, formatChange(row.quantity_change), formatTime(row.created_at))}</Text>
      <Text fw={600}>{texts.reverseEffect(formatNumber(quantity), formatNumber(after))}</Text>
      {after < 0 && <Text>{texts.reverseBelowZero}</Text>}
    </>
  )
}
