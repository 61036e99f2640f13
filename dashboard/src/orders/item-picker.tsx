import { Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Item } from '../../../client'
import { type Code, readCode } from '../../../input/code'
import { listItems } from '../api/queries'
import { pauseMs } from '../parts/filter-input'
import { ProblemNotice } from '../parts/problem'
import { RowsLoading } from '../parts/rows-loading'
import { Choice } from '../scan/outcome'
import { useLookup } from '../scan/use-lookup'
import { useScans } from '../scanner/scans'
import { texts } from './texts'

const shown = 8

type Props = {
  /** Says what was done with the item. */
  onItem: (item: Item) => string
}

/** Finds items by a part of their name, or by a whole code and Enter, as scanners type it. */
export function ItemPicker({ onItem }: Props) {
  const [text, setText] = useState('')
  const [said, setSaid] = useState('')
  const add = (item: Item) => {
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
  const typed = text.trim()
  const [paused] = useDebouncedValue(typed, pauseMs)
  const isAsked = typed !== '' && paused === typed && !lookup.isPending
  const { data, error } = useQuery({ ...listItems({ search: typed, sort: 'name', limit: shown }), enabled: isAsked })
  const items = typed === '' ? [] : (data?.data ?? [])
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.addItem}
        description={texts.addItemHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault() // it does not send the form
          if (typed !== '' && !lookup.isPending) void take(readCode(typed))
        }}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        maw={480}
      />
      <Text size="sm" role="status">
        {isAsked && data?.data.length === 0 ? texts.noItem(typed) : said}
      </Text>
      {(error ?? lookup.error) && <ProblemNotice error={error ?? lookup.error} />}
      {isAsked && !data && !error && <RowsLoading rows={2} />}
      {items.length > 0 && <Choice items={items} onChoose={add} />}
    </Stack>
  )
}
