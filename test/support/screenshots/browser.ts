import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'

// Drives Chromium over the pipe of its DevTools protocol, which needs no package: one JSON text after another, each
// ended by a zero byte.

type Message = { id?: number; method?: string; params?: Parameters; result?: Parameters; error?: { message: string } }
// biome-ignore lint/suspicious/noExplicitAny: the protocol has hundreds of messages; each caller knows its own
export type Parameters = any
type Listener = (params: Parameters) => void

export type Page = {
  send: (method: string, params?: object) => Promise<Parameters>
  on: (method: string, listener: Listener) => void
}

export type Browser = { page: Page; close: () => Promise<void> }

/** Starts Chromium, the one that npm installs or that of `CHROMIUM`, with a profile of its own and one page. */
export async function openBrowser(): Promise<Browser> {
  const profile = mkdtempSync(join(tmpdir(), 'inventory-chromium-'))
  const flags = ['--headless', '--no-sandbox', '--disable-gpu', '--hide-scrollbars', '--remote-debugging-pipe']
  const quiet = ['--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync']
  const { default: packaged } = await import('@sparticuz/chromium')
  const program = process.env.CHROMIUM ?? (await packaged.executablePath())
  const child = spawn(program, [...flags, ...quiet, `--user-data-dir=${profile}`, 'about:blank'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  })
  const close = async () => {
    const runs = child.pid !== undefined && child.exitCode === null
    const ended = runs ? once(child, 'exit') : null
    child.kill()
    await ended
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  }
  try {
    await once(child, 'spawn')
    return { page: await attach(connect(child)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Connection = {
  send: (method: string, params: object, sessionId?: string) => Promise<Parameters>
  on: (method: string, listener: Listener) => void
}

function connect(child: ChildProcess): Connection {
  const [, , , output, input] = child.stdio as [null, null, null, Writable, Readable]
  const waiting = new Map<number, { resolve: Listener; reject: (error: Error) => void }>()
  const listeners = new Map<string, Listener[]>()
  const receive = ({ id, method, params, result, error }: Message) => {
    if (method !== undefined) for (const listener of listeners.get(method) ?? []) listener(params)
    if (id === undefined) return
    if (error) waiting.get(id)?.reject(new Error(error.message))
    else waiting.get(id)?.resolve(result)
    waiting.delete(id)
  }
  readMessages(input, receive)
  let last = 0
  const send: Connection['send'] = (method, params, sessionId) =>
    new Promise((resolve, reject) => {
      last += 1
      waiting.set(last, { resolve, reject })
      output.write(`${JSON.stringify({ id: last, method, params, sessionId })}\0`)
    })
  return { send, on: (method, listener) => listeners.set(method, [...(listeners.get(method) ?? []), listener]) }
}

function readMessages(input: Readable, receive: (message: Message) => void): void {
  let rest = ''
  input.setEncoding('utf8').on('data', (chunk: string) => {
    const texts = (rest + chunk).split('\0')
    rest = texts.pop() ?? ''
    for (const text of texts) receive(JSON.parse(text))
  })
}

async function attach({ send, on }: Connection): Promise<Page> {
  const { targetInfos } = await send('Target.getTargets', {})
  const { targetId } = targetInfos.find(({ type }: { type: string }) => type === 'page')
  const { sessionId } = await send('Target.attachToTarget', { targetId, flatten: true })
  const page: Page = { send: (method, params = {}) => send(method, params, sessionId), on }
  for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(`${domain}.enable`)
  return page
}
