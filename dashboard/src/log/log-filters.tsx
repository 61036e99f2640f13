import { Group, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { account, listPeople } from '../api/queries'
import { DayField } from '../parts/day-field'
import { FilterInput } from '../parts/filter-input'
import { findFaultOfDay } from '../parts/typed-day'
import { actions, kinds, type LogSearch } from './search'
import { texts } from './texts'

type Props = { search: LogSearch; onFilter: (changed: Record<string, string>) => void }

export function LogFilters({ search, onFilter }: Props) {
  const { object = '', kind = '', action = '', who = '', from = '', to = '' } = search
  return (
    <Group align="end" gap="sm">
      <FilterInput
        label={texts.object}
        type="search"
        placeholder={texts.objectHint}
        value={object}
        onValue={(value) => onFilter({ object: value })}
      />
      <Choice
        label={texts.kind}
        value={kind}
        all={texts.allKinds}
        choices={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
        onChoose={(value) => onFilter({ kind: value })}
      />
      <Choice
        label={texts.action}
        value={action}
        all={texts.allActions}
        choices={actions.map((value) => ({ value, label: texts.actions[value] }))}
        onChoose={(value) => onFilter({ action: value })}
      />
      <Choice
        label={texts.who}
        value={who}
        all={texts.everybody}
        choices={usePeople(who)}
        onChoose={(value) => onFilter({ who: value })}
      />
      <Day label={texts.from} value={from} onDay={(value) => onFilter({ from: value })} />
      <Day label={texts.to} value={to} onDay={(value) => onFilter({ to: value })} />
    </Group>
  )
}

type ChoiceProps = {
  label: string
  value: string
  all: string
  choices: { value: string; label: string }[]
  onChoose: (value: string) => void
}

function Choice({ label, value, all, choices, onChoose }: ChoiceProps) {
  return (
    <NativeSelect
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
      data={[{ value: '', label: all }, ...choices]}
    />
  )
}

type DayProps = { label: string; value: string; onDay: (day: string) => void }

/** A whole day is asked for, or none: not what is typed on the way to it. */
function Day({ label, value, onDay }: DayProps) {
  const [typed, setTyped] = useState(value)
  const asked = useRef(value)
  useEffect(() => {
    if (value !== asked.current) setTyped(value)
    asked.current = value
  }, [value])
  const type = (day: string) => {
    setTyped(day)
    if (findFaultOfDay(day) !== null || day === asked.current) return
    asked.current = day
    onDay(day)
  }
  return <DayField label={label} value={typed} onDay={type} />
}

/** Whose changes can be chosen. Owners alone may list people; others choose themselves, or whom the address names. */
function usePeople(chosen: string): ChoiceProps['choices'] {
  const me = useQuery(account).data?.person
  const { data } = useQuery({ ...listPeople({ offset: 0, limit: 100 }), enabled: me?.role === 'owner' })
  const people = new Map([['system', texts.service]])
  for (const { id, name } of data?.data ?? []) people.set(id, name)
  if (me) people.set(me.id, texts.me)
  if (chosen !== '' && !people.has(chosen)) people.set(chosen, texts.otherPerson(chosen))
  return [...people].map(([value, label]) => ({ value, label }))
}
