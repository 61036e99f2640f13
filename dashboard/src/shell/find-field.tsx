import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import Search from 'lucide-react/icons/search'
import { type KeyboardEvent, lazy, Suspense, useId, useRef, useState } from 'react'
import { pauseMs } from '../parts/search'
import type { Found } from './found'
import { texts } from './texts'

const FoundList = lazy(() => import('./found'))
const fewest = 2

/**
 * Finds items, orders, suppliers and pages by their words, from every page: a combobox of the ARIA pattern, whose list
 * the arrow keys go through while the field keeps the focus.
 */
export function FindField() {
  const navigate = useNavigate()
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  const [found, setFound] = useState<Found[]>([])
  const [at, setAt] = useState(0)
  const [asked] = useDebouncedValue(text.trim(), pauseMs)
  const shows = isOpen && asked.length >= fewest
  const open = ({ to }: Pick<Found, 'to'>) => {
    setIsOpen(false)
    setText('')
    field.current?.blur()
    void navigate(to)
  }
  const press = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Escape') setIsOpen(false)
    // Who is faster than the answer gets the list of items.
    const all = { to: { to: '/items', search: { search: text.trim() } } } as const
    if (event.key === 'Enter' && text.trim() !== '') open((asked === text.trim() && found[at]) || all)
    if (step === undefined || found.length === 0) return
    event.preventDefault()
    setAt((at + step + found.length) % found.length)
  }
  return (
    <search
      className="find"
      onBlur={({ relatedTarget, currentTarget }) => currentTarget.contains(relatedTarget) || setIsOpen(false)}
    >
      <TextInput
        ref={field}
        type="search"
        id="find"
        aria-label={texts.find}
        placeholder={texts.findHint}
        leftSection={<Search size={16} aria-hidden />}
        autoComplete="off"
        role="combobox"
        aria-expanded={shows}
        aria-controls={id}
        aria-activedescendant={shows && found[at] ? `${id}-${at}` : undefined}
        value={text}
        onFocus={() => setIsOpen(true)}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setIsOpen(true)
          setFound([])
          setAt(0)
        }}
        onKeyDown={press}
      />
      {shows && (
        <Suspense>
          <FoundList id={id} text={asked} at={at} onFound={setFound} onOpen={open} />
        </Suspense>
      )}
    </search>
  )
}
