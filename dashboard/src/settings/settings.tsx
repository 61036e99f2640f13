import { Stack } from '@mantine/core'
import { Outlet, useLocation } from '@tanstack/react-router'
import { useRights } from '../api/queries'
import { OnlyFor } from '../parts/only-for'
import { Page } from '../parts/page'
import { Tabs } from '../parts/tabs'
import { texts } from './texts'

const tabs = [
  { to: '/settings', label: texts.plan },
  { to: '/settings/usage', label: texts.usage },
  { to: '/settings/alerts', label: texts.alerts },
] as const
const ofOwners = [
  { to: '/settings/keys', label: texts.keys },
  { to: '/settings/people', label: texts.people },
  { to: '/settings/webhooks', label: texts.webhooks },
  { to: '/settings/access-log', label: texts.accessLog },
] as const

/** The pages of settings that the person may see, above the one that is open. */
export default function Settings() {
  const { manage } = useRights()
  const { pathname } = useLocation()
  const shown = manage ? [...tabs, ...ofOwners] : tabs
  const ofOwner = ofOwners.find(({ to }) => isOpen(pathname, to))
  return (
    <Stack gap="lg">
      <Tabs label={texts.settings} tabs={shown.map((tab) => ({ ...tab, isOpen: isOpen(pathname, tab.to) }))} />
      {/* The API would refuse what a page of owners asks for: others are told, and it is not asked. */}
      {ofOwner && !manage ? (
        <Page title={ofOwner.label}>
          <OnlyFor right="manage" title={texts.ownersOnly} hint={texts.ownersOnlyHint}>
            {() => null}
          </OnlyFor>
        </Page>
      ) : (
        <Outlet />
      )}
    </Stack>
  )
}

function isOpen(pathname: string, to: string): boolean {
  return pathname === to || (to !== '/settings' && pathname.startsWith(`${to}/`))
}
