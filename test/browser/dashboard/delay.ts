import type { Locator, Page } from 'playwright-core'
import { waitFor } from '../../support/eventually'
import { makeLatch } from '../../support/latch'

type Address = Parameters<Page['route']>[0]

/** Holds back what the page asks for at this address, until `letGo`. `held`: the first of it has come. */
export async function holdRequests(page: Page, address: Address): Promise<{ held: Promise<void>; letGo: () => void }> {
  const [arrival, gate] = [makeLatch(), makeLatch()]
  await page.route(address, async (route) => {
    arrival.open()
    await gate.opened
    await route.continue().catch(() => {}) // the page may have given it up
  })
  return { held: arrival.opened, letGo: gate.open }
}

/** Moves the clock of the page on until this is shown, which comes after pauses between attempts. */
export function hasten(page: Page, shown: Locator): Promise<boolean> {
  return waitFor(async () => {
    if (await shown.isVisible()) return true
    await page.clock.runFor(1_000)
    return false
  })
}
