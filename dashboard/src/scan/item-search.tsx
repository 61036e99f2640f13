import { Button, Stack, Text, TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Item } from '../../../client'
import { listItems } from '../api/queries'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { pauseMs } from '../parts/search'
import { texts } from './texts'

const shown = 8

type ItemSearchProps = Omit<TextInputProps, 'value' | 'onChange'> & {
  text: string
  onText: (text: string) => void
  onItem: (item: Item) => void
  /** Takes what is typed whole. Enter never sends the form in which the field is. */
  onEnter?: (typed: string) => void
  /** What was done with the last item. */
  said?: string
  /** What is typed is looked up otherwise, by now. */
  isBusy?: boolean
}

/** Finds items by a part of their name, SKU or barcode, while it is typed. */
export function ItemSearch({ text, onText, onItem, onEnter, said = '', isBusy = false, ...field }: ItemSearchProps) {
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, pauseMs)
  const isAsked = typed !== '' && paused === typed && !isBusy
  const { data, error } = useQuery({ ...listItems({ search: typed, sort: 'name', limit: shown }), enabled: isAsked })
  const items = typed === '' ? [] : (data?.data ?? [])
  return (
    <Stack gap="xs">
      <TextInput
        value={text}
        onChange={({ currentTarget }) => onText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (typed !== '' && !isBusy) onEnter?.(typed)
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maw={480}
        {...field}
      />
      <Text size="sm" role="status">
        {isAsked && data?.data.length === 0 ? texts.noItem(typed) : said}
      </Text>
      {error && <ProblemNotice error={error} />}
      {isAsked && !data && !error && <RowsLoading rows={2} />}
      {items.length > 0 && <Choice items={items} onChoose={onItem} />}
    </Stack>
  )
}

/** Items to choose from. */
export function Choice({ items, onChoose }: { items: Item[]; onChoose: (item: Item) => void }) {
  return (
    <Stack gap="xs" align="start">
      {items.map((item) => (
        <Button key={item.id} variant="default" className="choice" onClick={() => onChoose(item)}>
          {item.name} ({item.sku})
        </Button>
      ))}
    </Stack>
  )
}
