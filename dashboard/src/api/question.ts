import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRights } from './queries'

type Name = 'create' | 'edit' | 'reverse' | 'restore' | 'take' | 'ask' | 'open' | 'clear'

/**
 * The form or question of this name that the address opens, for those who may write: a reload opens it again. `beside`:
 * what goes with it.
 */
export function useQuestion<Opened extends Name>(name: Opened, beside: string[] = []) {
  const { [name]: opened } = useSearch({ strict: false })
  const { write } = useRights()
  const navigate = useNavigate()
  const show = (what: NonNullable<typeof opened>, others: Record<string, string> = {}) =>
    void navigate({ to: '.', search: (kept) => ({ ...kept, ...others, [name]: what }), resetScroll: false })
  const isKept = ([key]: [string, unknown]) => key !== name && !beside.includes(key)
  const close = () =>
    void navigate({
      to: '.',
      search: (kept) => Object.fromEntries(Object.entries(kept).filter(isKept)),
      replace: true,
      resetScroll: false,
    })
  return { opened: write ? opened : undefined, show, close }
}
