import { Checkbox, Group, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { askValues } from '../api/queries'
import { useAskedPage } from '../browser/asked-page'
import { DayField } from './day-field'
import { firstField } from './first-field'
import { formatNumber } from './format'
import { changeSearch, pauseMs } from './search'
import { type Tab, Tabs } from './tabs'
import { texts } from './texts'
import { findFaultOfDay } from './typed-day'

/** A filter or the order of a list. `name`: that of its value in the address. */
export type Filter = { name: string; label: string } & (
  | { kind: 'search'; placeholder?: string; autoFocus?: boolean }
  /** `values`: those that there are, with counts. `all`: what none of them is called. */
  | { kind: 'value'; values: ReturnType<typeof askValues>; all: string }
  /** `choices`: how each value is called. `all`: what none of them is called. `usual`: the value where there is none. */
  | { kind: 'choice'; choices: Record<string, string>; all?: string; usual?: string }
  | { kind: 'flag' }
  /** A flag beside others of which one may be set: a tab above the list. */
  | { kind: 'tab' }
  | { kind: 'day' }
)

type FiltersProps = {
  of: Filter[]
  /** Is told of each change beside. */
  onChange?: () => void
  /** Stands beside them. */
  children?: ReactNode
}

/** What the address filters by. Other filters begin at the first page. */
export function Filters({ of, onChange, children }: FiltersProps) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const set = (name: string, value: string | boolean) => {
    onChange?.()
    void navigate({ to: '.', search: (kept) => changeSearch(kept, name, value || undefined), replace: true })
  }
  const fields = of.filter((filter) => filter.kind !== 'tab')
  return (
    <Group align="end" gap="sm" className="filters">
      {fields.map((filter) => (
        <Field key={filter.name} of={filter} value={search[filter.name]} onValue={(value) => set(filter.name, value)} />
      ))}
      {children}
    </Group>
  )
}

/** The tabs among the filters, and one for none of them. They are links: each has an address. */
export function FilterTabs({ of, label }: { of: Filter[]; label: string }) {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const tabs = of.filter(({ kind }) => kind === 'tab')
  if (tabs.length === 0) return null
  const none = Object.fromEntries(['offset', ...tabs.map(({ name }) => name)].map((name) => [name, undefined]))
  const makeTab = (tab: { label: string; name?: string }): Tab => ({
    label: tab.label,
    isOpen: tabs.find(({ name }) => search[name])?.name === tab.name,
    to: '.',
    search: (kept: object) => ({ ...kept, ...none, ...(tab.name !== undefined && { [tab.name]: true }) }),
    replace: true,
    activeOptions: { exact: true, explicitUndefined: true }, // one that shows less is another tab
  })
  return <Tabs label={label} tabs={[{ label: texts.all }, ...tabs].map(makeTab)} />
}

type FieldProps = { of: Exclude<Filter, { kind: 'tab' }>; value: unknown; onValue: (value: string | boolean) => void }

function Field({ of: { name: _, ...filter }, value, onValue }: FieldProps) {
  const { label } = filter
  const text = typeof value === 'string' ? value : ''
  if (filter.kind === 'flag')
    return (
      <Checkbox
        label={label}
        checked={value === true}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
        mb={8}
      />
    )
  if (filter.kind === 'day') return <Day label={label} value={text} onDay={onValue} />
  if (filter.kind === 'value') return <ValueSelect {...filter} value={text} onValue={onValue} />
  if (filter.kind === 'search') {
    const { kind: _, ...shown } = filter
    return <SearchInput {...shown} value={text} onValue={onValue} />
  }
  const { choices, all, usual = '' } = filter
  return (
    <NativeSelect
      label={label}
      value={text || usual}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
      data={[...(all === undefined ? [] : [{ value: '', label: all }]), ...listChoices(choices)]}
    />
  )
}

type ValueSelectProps = Extract<Filter, { kind: 'value' }> & { value: string; onValue: (value: string) => void }

/** The value of the address is there, too, where it is not among those that the service names. */
function ValueSelect({ label, values, all, value, onValue }: Omit<ValueSelectProps, 'name'>) {
  const { data = [] } = useQuery(values)
  const named = data.map(({ name, count }) => ({ value: name, label: `${name} (${formatNumber(count)})` }))
  const others = value === '' || data.some(({ name }) => name === value) ? [] : [{ value, label: value }]
  return (
    <NativeSelect
      label={label}
      w={220} // as wide before the values are there as with them
      value={value}
      onChange={({ currentTarget }) => onValue(currentTarget.value)}
      data={[{ value: '', label: all }, ...others, ...named]}
    />
  )
}

/** As a select takes them. */
export function listChoices(choices: Record<string, string>): { value: string; label: string }[] {
  return Object.entries(choices).map(([value, label]) => ({ value, label }))
}

/** What a field shows: the address, but not while somebody types. `asked`: what was asked for last. */
function useTyped(value: string) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  return { typed, setTyped, asked }
}

type DayProps = { label: string; value: string; onDay: (day: string) => void }

/** A whole day is asked for, or none: not what is typed on the way to it. */
function Day({ label, value, onDay }: DayProps) {
  const { typed, setTyped, asked } = useTyped(value)
  const type = (day: string) => {
    setTyped(day)
    if (findFaultOfDay(day) !== null || day === asked.current) return
    asked.current = day
    onDay(day)
  }
  return <DayField label={label} value={typed} onChange={type} />
}

type SearchInputProps = Omit<Extract<Filter, { kind: 'search' }>, 'name' | 'kind'> & {
  value: string
  onValue: (value: string) => void
}

/** What was typed is dropped where another page is asked for. */
function SearchInput({ value, onValue, autoFocus, ...shown }: SearchInputProps) {
  const { typed, setTyped, asked } = useTyped(value)
  const rememberPage = useAskedPage()
  const send = useDebouncedCallback((text: string, isStillAsked: () => boolean) => {
    if (!isStillAsked()) return
    asked.current = text
    onValue(text)
  }, pauseMs)
  return (
    <TextInput
      {...shown}
      {...(autoFocus && firstField)}
      type="search"
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        send(currentTarget.value.trim(), rememberPage())
      }}
    />
  )
}
