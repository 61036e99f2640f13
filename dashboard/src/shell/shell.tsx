import { AppShell, Group, Text } from '@mantine/core'
import { useDisclosure, useHotkeys, useWindowEvent } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api } from '../api/client'
import { account } from '../api/queries'
import { useAskedPage } from '../browser/asked-page'
import { say } from '../browser/said'
import { getTimeZone } from '../browser/time-zone'
import { makeLater } from '../parts/later'
import { findItems } from '../scan/lookup'
import { texts as scan } from '../scan/texts'
import { giveCode, isFormOpen, listenToScanner, useScans } from '../scanner/scans'
import { MoveDrawer } from '../stock/move-drawer'
import { FindField } from './find-field'
import { FactorGate, LinkGate } from './gates'
import icon from './icon.svg'
import { Navigation } from './navigation'
import { Renewal, Said, UnkeptNotice, WaitNotice } from './notices'
import { ignoreHeldEnter, useShortcuts } from './shortcuts'
import { texts } from './texts'
import { ThumbBar } from './thumb-bar'

const ShortcutHelp = makeLater(async () => (await import('./shortcut-help')).ShortcutHelp)

/** What all pages have around them: the menu, who is signed in, and notices. */
export function Shell() {
  /** Where the menu of a phone was opened: another page closes it. */
  const [openedAt, setOpenedAt] = useState<string | null>(null)
  const [helps, help] = useDisclosure(false)
  const { pathname } = useLocation()
  useQuery(account) // tells the time zone: where it is another one, the page is drawn anew
  useShortcuts(help.toggle)
  useScanner()
  const open = openedAt === pathname
  const closeMenu = () => setOpenedAt(null)
  useHotkeys([['Escape', closeMenu]], [])
  return (
    <AppShell
      header={{ height: 56 }}
      footer={{ height: { base: 60, sm: 0 } }}
      navbar={{ width: 208, breakpoint: 'sm', collapsed: { mobile: !open } }}
      padding={{ base: 'sm', sm: 'lg' }}
    >
      <AppShell.Header px="sm">
        <button type="button" className="skip" onClick={focusContent}>
          {texts.skip}
        </button>
        <Group h="100%" gap="sm" wrap="nowrap">
          <img src={icon} width={26} height={26} alt="" />
          <Text fw={700} visibleFrom="sm" w={150}>
            {texts.product}
          </Text>
          <FindField />
          <Company />
        </Group>
      </AppShell.Header>
      <Navigation isMenu={open} showShortcuts={help.open} onChoose={closeMenu} />
      <AppShell.Main id="content" tabIndex={-1}>
        <Renewal />
        <WaitNotice />
        <UnkeptNotice />
        <Said />
        <FactorGate>
          <LinkGate>
            <Outlet key={getTimeZone()} />
          </LinkGate>
        </FactorGate>
      </AppShell.Main>
      <ThumbBar isMenu={open} onMenu={() => setOpenedAt(open ? null : pathname)} />
      <MoveDrawer />
      <ShortcutHelp opened={helps} onClose={help.close} />
    </AppShell>
  )
}

/** On a page that does nothing else with a code, its item is opened. */
function useScanner(): void {
  const navigate = useNavigate()
  const rememberPage = useAskedPage()
  useEffect(listenToScanner, [])
  useWindowEvent('keydown', ignoreHeldEnter, { capture: true })
  useScans('shell', async (code) => {
    const isStillAsked = rememberPage()
    const [item, second] = await findItems(code, (query) => api.listItems(query)).catch(() => [])
    if (!isStillAsked()) return say(scan.leftBehind(code.text))
    if (isFormOpen()) return giveCode(code)
    if (item && !second) return navigate({ to: '/items/$id', params: { id: item.id } })
    return navigate({ to: '/scan', search: { code: code.text } })
  })
}

function focusContent(): void {
  document.querySelector<HTMLElement>('#content')?.focus()
}

function Company() {
  const { data } = useQuery(account)
  if (!data) return null
  return (
    <Text size="sm" truncate title={data.person.email} visibleFrom="sm" ml="auto" maw="40%">
      {data.company.name} · {data.person.name}
    </Text>
  )
}
