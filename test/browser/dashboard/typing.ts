import type { Page } from 'playwright-core'

// The time of the page stands still while a scanner types, and passes between two keys of a hand: how quick the machine
// is does not matter.

/** From then on, the time of the page is for the test to stop. */
export const takeClock = (page: Page) => page.clock.install()

export const scan = (page: Page, code: string, end = 'Enter') => scanKeys(page, ...code, end)

/** Any keys, at the speed of a scanner. */
export async function scanKeys(page: Page, ...keys: string[]): Promise<void> {
  await stopClock(page)
  await type(page, keys)
  await page.clock.resume()
}

export async function type(page: Page, keys: string[], pauseMs = 0): Promise<void> {
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    if (pauseMs > 0) await page.clock.runFor(pauseMs)
  }
}

export async function typeByHand(page: Page, ...keys: string[]): Promise<void> {
  await stopClock(page)
  await type(page, keys, 60)
  await page.clock.resume()
}

/** A second later: what was typed before is no part of what comes. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 1_000)
}
