import { type HotkeyItem, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { useRights } from '../api/queries'
import { pages } from './pages'

/** How long the second key of `g i` may take, in milliseconds. */
const secondKeyMs = 1_500

/**
 * `/` searches, `n` makes what the page lists, else an item, `g` and a letter goes to a page, `?` lists the keys. Not
 * while somebody types.
 */
export function useShortcuts(showHelp: () => void): void {
  const navigate = useNavigate()
  const { write } = useRights()
  const { pathname } = useLocation()
  const make = () => {
    if (pathname.startsWith('/orders')) return navigate({ to: '/orders/new' })
    if (pathname.startsWith('/snapshots')) return navigate({ to: '/snapshots', search: { take: true } })
    // The list keeps its filters.
    if (pathname === '/items') return navigate({ to: '.', search: (kept) => ({ ...kept, create: true as const }) })
    return navigate({ to: '/items', search: { create: true } })
  }
  const goPressedAt = useRef(0)
  const noteGo = () => {
    goPressedAt.current = Date.now()
  }
  const isAfterGo = () => Date.now() - goPressedAt.current < secondKeyMs
  const alone = useAlone()
  const onPage = (act: () => void) => alone(unlessOpen(act))
  useHotkeys([
    ['g', noteGo],
    ...pages.flatMap(({ key, to }): HotkeyItem[] =>
      key === null ? [] : [[key, onPage(() => void (isAfterGo() && navigate({ to })))]],
    ),
    ['n', onPage(() => void (write && make()))],
    ['/', onPage(focusSearch)],
    ['shift+?', alone(showHelp)],
    ['?', alone(showHelp)],
  ])
}

/** A key that another one follows sooner, in milliseconds, is of a scanner: it does nothing by itself. */
const aloneMs = 50

function useAlone() {
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined)
  useWindowEvent('keydown', () => clearTimeout(pending.current), { capture: true })
  return (act: () => void) => () => {
    pending.current = setTimeout(act, aloneMs)
  }
}

/** What is typed in a form would be out of sight. */
const unlessOpen = (act: () => void) => () => {
  if (document.querySelector('[role=dialog]') === null) act()
}

/** That of the page, or else that of all pages. */
function focusSearch(): void {
  const find = (selector: string) => document.querySelector<HTMLInputElement>(selector)
  ;(find('main input[type=search]') ?? find('#find'))?.focus()
}

/** Enter is pressed once, however long it is held: its repetition would answer the question that the press has raised. */
export function ignoreHeldEnter(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || !event.repeat || event.target instanceof HTMLTextAreaElement) return
  event.preventDefault()
  event.stopPropagation()
}
