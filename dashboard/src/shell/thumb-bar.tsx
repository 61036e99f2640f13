import { AppShell, UnstyledButton } from '@mantine/core'
import { Link, useLocation } from '@tanstack/react-router'
import Menu from 'lucide-react/icons/menu'
import { isWithin, pages } from './pages'
import { texts } from './texts'

const near = pages.slice(0, 4)

type ThumbBarProps = { isMenu: boolean; onMenu: () => void }

/** At the foot of a phone: the pages that a hand needs, and the way to all others. */
export function ThumbBar({ isMenu, onMenu }: ThumbBarProps) {
  const { pathname } = useLocation()
  const isFar = isMenu || !near.some(({ to }) => isWithin(pathname, to))
  return (
    <AppShell.Footer hiddenFrom="sm">
      <nav className="thumb-bar" aria-label={texts.near}>
        {near.map(({ to, label, icon: Icon }) => (
          <Link key={to} to={to} data-open={(!isFar && isWithin(pathname, to)) || undefined}>
            <Icon size={22} aria-hidden />
            {label}
          </Link>
        ))}
        <UnstyledButton onClick={onMenu} aria-expanded={isMenu} data-open={isFar || undefined}>
          <Menu size={22} aria-hidden />
          {texts.more}
        </UnstyledButton>
      </nav>
    </AppShell.Footer>
  )
}
