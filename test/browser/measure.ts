import { setTimeout as sleep } from 'node:timers/promises'
import { openBrowser } from '../support/screenshots/browser'

// How long the reference page takes in a browser without a cache: `node --import tsx test/browser/measure.ts URL`.

const probe = `new Promise((resolve) => {
  const tasks = []
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask', buffered: true })
  setTimeout(() => {
    const paint = performance.getEntriesByName('first-contentful-paint')[0]
    const load = performance.getEntriesByType('navigation')[0].loadEventEnd
    const bytes = performance.getEntriesByType('resource').reduce((sum, each) => sum + each.encodedBodySize, 0)
    const ends = tasks.map(({ startTime, duration }) => startTime + duration)
    resolve({ paint: paint?.startTime ?? -1, usable: Math.max(load, paint?.startTime ?? 0, ...ends), blocked: tasks.reduce((sum, { duration }) => sum + duration, 0), bytes })
  }, 200)
})`

type Figures = { paint: number; usable: number; blocked: number; bytes: number }

async function measureOnce(url: string): Promise<Figures> {
  const browser = await openBrowser()
  try {
    const size = { width: 1280, height: 900, deviceScaleFactor: 1, mobile: false }
    await browser.page.send('Emulation.setDeviceMetricsOverride', size)
    await browser.page.send('Network.setCacheDisabled', { cacheDisabled: true })
    await browser.page.send('Page.navigate', { url })
    await sleep(9_000)
    const { result } = await browser.page.send('Runtime.evaluate', {
      expression: probe,
      awaitPromise: true,
      returnByValue: true,
    })
    return result.value
  } finally {
    await browser.close()
  }
}

async function main(): Promise<void> {
  const url = process.argv[2] ?? ''
  const runs: Figures[] = []
  for (let run = 0; run < 5; run++) runs.push(await measureOnce(url))
  for (const figure of ['paint', 'usable', 'blocked', 'bytes'] as const) {
    const values = runs.map((each) => Math.round(each[figure])).sort((a, b) => a - b)
    console.log(`${figure}: median ${values[2]}, all ${values.join(' ')}`)
  }
}

main().catch((error: Error) => {
  console.error(error.message)
  process.exitCode = 1
})
