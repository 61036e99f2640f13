import { setTimeout as sleep } from 'node:timers/promises'
import type { Page, Parameters } from './browser'

type Part = { hash: string; heading: string }
type Look = { width: number; height: number; scheme: 'light' | 'dark' }

/** The reference page in a browser. It notes each request, and each warning or error in the console. */
export class ReferencePage {
  readonly requests: string[] = []
  readonly messages: string[] = []
  readonly origin: string

  constructor(
    private readonly page: Page,
    private readonly url: string,
  ) {
    this.origin = new URL(url).origin
    const note = (text: string) => this.messages.push(text)
    page.on('Network.requestWillBeSent', ({ request }) => {
      if (!request.url.startsWith('data:')) this.requests.push(request.url)
    })
    page.on('Runtime.consoleAPICalled', ({ type, args }) => {
      if (['warning', 'error', 'assert'].includes(type)) note(JSON.stringify(args.map(toText)))
    })
    page.on('Runtime.exceptionThrown', ({ exceptionDetails }) => note(JSON.stringify(exceptionDetails)))
    page.on('Log.entryAdded', ({ entry }) => {
      if (entry.level === 'warning' || entry.level === 'error') note(`${entry.text} ${entry.url ?? ''}`)
    })
  }

  /** Opens the page anew, at the part that the address names, and waits for that part's heading. */
  async open({ width, height, scheme }: Look, { hash, heading }: Part): Promise<void> {
    const screen = { width, height, deviceScaleFactor: 1, mobile: width < 500 }
    await this.page.send('Emulation.setDeviceMetricsOverride', screen)
    const features = [{ name: 'prefers-color-scheme', value: scheme }]
    await this.page.send('Emulation.setEmulatedMedia', { features })
    await this.page.send('Page.navigate', { url: 'about:blank' })
    await this.page.send('Page.navigate', { url: this.url + hash })
    await this.waitFor(
      `[...document.querySelectorAll('h1, h2, h3')].some(({ innerText }) => innerText.trim() === '${heading}')`,
    )
    if (hash !== '') await this.evaluate(`document.querySelector('${hash}').scrollIntoView()`)
    await this.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))')
  }

  /** Writes the key into the page, opens the operation's form, and sends it as it is. Returns the status. */
  async tryOperation(id: string, key: string): Promise<number> {
    const form = `document.querySelector('#${id} form')`
    await this.evaluate(`document.querySelector('#key').value = '${key}'`)
    await this.evaluate(`${form}.closest('details').open = true`)
    await this.evaluate(`${form}.querySelector('[type=submit]').click()`)
    await this.waitFor(`/^[0-9]/.test(${form}.querySelector('[role=status]').textContent)`)
    await this.evaluate(`${form}.scrollIntoView()`)
    return Number.parseInt(String(await this.evaluate(`${form}.querySelector('[role=status]').textContent`)), 10)
  }

  async takePicture(): Promise<Buffer> {
    const { data } = await this.page.send('Page.captureScreenshot', { format: 'png' })
    return Buffer.from(data, 'base64')
  }

  private async waitFor(expression: string): Promise<void> {
    for (let tries = 0; tries < 150; tries++) {
      if (await this.evaluate(`Boolean(${expression})`)) return
      await sleep(100)
    }
    throw new Error(`the page has nothing for ${expression}`)
  }

  async evaluate(expression: string): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true }
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', options)
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`)
    return result.value
  }
}

function toText({ value, description }: Parameters): string {
  return String(value ?? description)
}
