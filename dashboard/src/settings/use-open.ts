import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Open, SettingsSearch } from './search'

/** The form or question that the address says is open. A reload opens it again. */
export function useOpen() {
  const { open, id }: SettingsSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  return {
    open,
    id,
    show: (open: Open, id?: string) =>
      void navigate({ to: '.', search: (kept) => ({ ...kept, open, ...(id !== undefined && { id }) }) }),
    close: () => void navigate({ to: '.', search: ({ open: _, id: __, ...others }) => others, replace: true }),
  }
}
