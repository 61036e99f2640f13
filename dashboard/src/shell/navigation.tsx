import { AppShell, Button, NativeSelect, Stack, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { MenuLink } from '../parts/link'
import { signOut } from '../session/session'
import { texts } from './texts'

const pages = [
  { to: '/', label: texts.home },
  { to: '/items', label: texts.items },
  { to: '/orders', label: texts.orders },
  { to: '/scan', label: texts.scan },
  { to: '/stocktake', label: texts.stocktake },
  { to: '/snapshots', label: texts.snapshots },
  { to: '/log', label: texts.log },
  { to: '/trash', label: texts.trash },
  { to: '/settings', label: texts.settings },
] as const

/** Where the window is as wide as that, the menu stands beside the page: Mantine's `sm`. */
const besidePage = '(min-width: 48em)'

type NavigationProps = {
  /** A phone's menu is open. A closed one is outside of the window: its links would take the focus there. */
  isMenu: boolean
  showShortcuts: () => void
  onChoose: () => void
}

/** The pages, and what concerns all of them. On a phone, it is a menu that is opened. */
export function Navigation({ isMenu, showShortcuts, onChoose }: NavigationProps) {
  const { pathname } = useLocation()
  const isBeside = useMediaQuery(besidePage, undefined, { getInitialValueInEffect: false })
  return (
    <AppShell.Navbar p="xs" aria-label={texts.navigation} inert={!isMenu && !isBeside}>
      <Stack justify="space-between" h="100%">
        <div>
          {pages.map(({ to, label }) => (
            <MenuLink key={to} to={to} label={label} active={isWithin(pathname, to)} onClick={onChoose} />
          ))}
        </div>
        <Stack gap="xs">
          <ColourScheme />
          <Button variant="default" size="xs" onClick={showShortcuts} visibleFrom="sm">
            {texts.shortcuts}
          </Button>
          <Button variant="default" size="xs" onClick={() => void signOut()}>
            {texts.signOut}
          </Button>
        </Stack>
      </Stack>
    </AppShell.Navbar>
  )
}

function isWithin(pathname: string, to: string): boolean {
  return to === '/' ? pathname === '/' : pathname === to || pathname.startsWith(`${to}/`)
}

function ColourScheme() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <NativeSelect
      size="xs"
      label={texts.colours}
      value={colorScheme}
      onChange={({ currentTarget: { value } }) => setColorScheme(value as typeof colorScheme)}
      data={[
        { value: 'auto', label: texts.system },
        { value: 'light', label: texts.light },
        { value: 'dark', label: texts.dark },
      ]}
    />
  )
}
