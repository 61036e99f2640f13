import './styles'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from './api/queries'
import { createDashboardRouter } from './router'
import { openSession } from './session/session'
import { Announcer } from './shell/announcer'
import { theme } from './shell/theme'
import { Welcome } from './shell/welcome'

// Zod would try to make code from text, which the policy of the page forbids, and Firefox tells of it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

async function start(): Promise<void> {
  const opened = await openSession().catch((error: Error) => error)
  const root = createRoot(document.querySelector('#root') as HTMLElement)
  root.render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto">
        {opened === true ? <Dashboard /> : <Welcome problem={opened instanceof Error ? opened.message : null} />}
      </MantineProvider>
    </StrictMode>,
  )
}

function Dashboard() {
  return (
    <QueryClientProvider client={queries}>
      <RouterProvider router={createDashboardRouter()} />
      <Announcer />
    </QueryClientProvider>
  )
}

void start()
