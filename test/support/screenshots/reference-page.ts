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
    await sleep(2_000) // what scrolls and fades in
  }

  /** Pastes the key into the dialog of the operation that is shown, and sends the request. Returns its status. */
  async tryOperation(key: string): Promise<number> {
    await this.evaluate(`${findButton('Test Request')}.click()`)
    const field = `[...document.querySelectorAll('[role=dialog] .scalar-password-input')].find(${isShown})`
    await this.waitFor(field)
    await this.evaluate(`${field}.focus()`)
    await this.evaluate(`${field}.select()`)
    await this.page.send('Input.insertText', { text: key })
    await sleep(500)
    const answered = new Promise<number>((resolve) => {
      this.page.on('Network.responseReceived', ({ response }: Parameters) => {
        if (response.url.startsWith(`${this.origin}/v1/items`)) resolve(response.status)
      })
    })
    await this.evaluate(`[...document.querySelectorAll('[data-addressbar-action=send]')].find(${isShown}).click()`)
    const status = await answered
    await sleep(1_500) // the answer is shown, line by line
    await this.evaluate("document.querySelector('[role=dialog] .response-section-content')?.scrollIntoView()")
    await sleep(500)
    return status
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

  private async evaluate(expression: string): Promise<unknown> {
    const { result, exceptionDetails } = await this.page.send('Runtime.evaluate', { expression, returnByValue: true })
    if (exceptionDetails) throw new Error(`${expression}: ${exceptionDetails.exception?.description}`)
    return result.value
  }
}

const isShown = '(element) => element.offsetParent !== null'

/** The first one on the screen: the page has one for each operation. */
function findButton(text: string): string {
  const isNear = '(element) => element.getBoundingClientRect().top >= 0'
  return `[...document.querySelectorAll('button')].filter(${isShown}).filter(${isNear})
    .find(({ innerText }) => innerText.includes('${text}'))`
}

function toText({ value, description }: Parameters): string {
  return String(value ?? description)
}
