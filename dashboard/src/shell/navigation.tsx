import { AppShell, Button, NativeSelect, Stack, useMantineColorScheme } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { MenuLink } from '../parts/link'
import { isWithin, pages } from './pages'
import { SignOut } from './sign-out'
import { texts } from './texts'

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
          {pages.map(({ to, label, icon: Icon }) => (
            <MenuLink
              key={to}
              to={to}
              label={label}
              leftSection={<Icon size={18} aria-hidden />}
              active={isWithin(pathname, to)}
              onClick={onChoose}
            />
          ))}
        </div>
        <Stack gap="xs">
          <ColourScheme />
          <Button variant="default" size="xs" onClick={showShortcuts} visibleFrom="sm">
            {texts.shortcuts}
          </Button>
          <SignOut />
        </Stack>
      </Stack>
    </AppShell.Navbar>
  )
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
