import { NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { Item, Transaction } from '../../../client'
import { irreversibleTypes } from '../../../functions/domain/stock/movement'
import { api } from '../api/client'
import { stockQueries, useRights } from '../api/queries'
import { useQuestion } from '../api/question'
import { asNumber, breakAt, DataTable, inOneLine } from '../parts/data-table'
import { ChangeForm } from '../parts/form'
import { FormModal } from '../parts/form-drawer'
import { formatChange, formatNumber, formatTime } from '../parts/format'
import { PageLink } from '../parts/link'
import { RowButton } from '../parts/row-button'
import { StatusBadge } from '../parts/status-badge'
import { describeOccurred, makeDetails, reasonOptions } from '../stock/movement'
import { texts as stockTexts, typeTexts } from '../stock/texts'
import { texts } from './texts'
import { useNames } from './who'

/** A page of the movements of an item, newest first. */
export function Ledger({ rows, itemId }: { rows: Transaction[]; itemId: string }) {
  const { write } = useRights()
  const { entry } = useSearch({ from: '/items/$id' })
  const nameOf = useNames(itemId, rows)
  return (
    <DataTable
      minWidth={write ? 860 : 760}
      verticalSpacing="xs"
      rows={rows}
      target={entry}
      columns={[
        { title: texts.time, cell: (row) => formatTime(row.created_at), card: 'foot', ...inOneLine },
        { title: texts.type, cell: (row) => <MovementType row={row} />, card: 'head' },
        { title: texts.change, cell: (row) => formatChange(row.quantity_change), card: 'side', ...asNumber },
        { title: texts.balance, cell: (row) => formatNumber(row.quantity_after), card: 'fact', ...asNumber },
        { title: texts.reason, cell: (row) => nameReason(row.reason), card: 'fact' },
        { title: texts.reference, cell: (row) => row.reference, card: 'fact', ...breakAt(160) },
        {
          title: texts.note,
          cell: (row) => row.note && <span className="as-typed">{row.note}</span>,
          card: 'fact',
          ...breakAt(240),
        },
        { title: texts.who, cell: nameOf, card: 'foot', miw: 90, ...breakAt(180) },
        write && { title: texts.actions, cell: (row) => canReverse(row) && <ReverseButton row={row} />, card: 'foot' },
      ]}
    />
  )
}

/** What it was, and the way to the movement that it takes back, or that takes it back. */
function MovementType({ row }: { row: Transaction }) {
  const { type, order_id, reversed_by, reversal_of } = row
  const happened = describeOccurred(row)
  const other = reversed_by ?? reversal_of
  return (
    <Stack gap={2} align="start">
      <Text inherit>
        {typeTexts[type] ?? type}
        {order_id !== null && `, ${texts.forOrder}`}
        {happened !== null && `, ${happened}`}
      </Text>
      {reversed_by !== null && <StatusBadge state="over">{texts.reversed}</StatusBadge>}
      {other !== null && (
        <PageLink
          to="/items/$id"
          from="/items/$id"
          params={(kept) => kept}
          search={{ entry: other }}
          resetScroll={false}
          size="sm"
        >
          {reversed_by === null ? texts.showReversed : texts.showReversal}
        </PageLink>
      )}
    </Stack>
  )
}

/** Nothing for a movement that the API would not reverse. */
function ReverseButton({ row }: { row: Transaction }) {
  const { show } = useQuestion('reverse')
  const { id } = row
  if (id === null) return null
  return (
    <RowButton
      name={texts.reverseOf(typeTexts[row.type] ?? row.type, formatTime(row.created_at))}
      onClick={() => show(id)}
    >
      {texts.undo}
    </RowButton>
  )
}

export function nameReason(reason: string | null): string {
  return Object.entries(stockTexts.reasons).find(([value]) => value === reason)?.[1] ?? reason ?? ''
}

/** As the API decides it: once, and no movement of an order. */
export function canReverse({ type, reversed_by, order_id }: Transaction): boolean {
  return !irreversibleTypes.includes(type) && reversed_by === null && order_id === null
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

function ReverseForm({ item, row, id, close }: { item: Item; row: Transaction; id: string; close: () => void }) {
  return (
    <ChangeForm
      name={`reverse ${id}`}
      initial={{ reason: '', note: '' }}
      make={makeDetails}
      send={(details, options) => api.reverseTransaction(id, details, options)}
      stale={stockQueries}
      describe={({ quantity_after }) => stockTexts.takenBack(item.name, formatNumber(quantity_after))}
      action={texts.undo}
      onClose={close}
    >
      {(form) => (
        <>
          <Effect item={item} row={row} />
          <NativeSelect label={texts.reason} data={reasonOptions} {...form.getInputProps('reason')} />
          <Textarea autosize label={texts.note} {...form.getInputProps('note')} />
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
