import type { Page } from 'playwright-core'

type Address = Parameters<Page['route']>[0]

/** Holds back what the page asks for at this address, until `letGo`. `held`: the first of it has come. */
export async function holdRequests(page: Page, address: Address): Promise<{ held: Promise<void>; letGo: () => void }> {
  const arrival = makeGate()
  const gate = makeGate()
  await page.route(address, async (route) => {
    arrival.open()
    await gate.opened
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return { held: arrival.opened, letGo: gate.open }
}

/** Something waits for `opened` until it is opened, such as an answer that is held back. */
export function makeGate(): { opened: Promise<void>; open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}
