import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { buildSync, transformSync } from 'esbuild'
import { keyScopes } from '../../functions/domain/companies/caller'
import { serve } from '../../local/serve'
import { type Answer, makeClient } from '../support/client'
import { parseLines } from '../support/command'
import {
  type Block,
  expandWord,
  parseCurl,
  parseShownAnswer,
  readBlocks,
  splitCommands,
  type Variables,
} from '../support/guide'
import { actOnItems } from '../support/items'
import { rehearse } from '../support/rehearse'
import { createCompanyWithKey, createKey, startTestService, useCustomer, useService } from '../support/service'
import { readTestStack } from '../support/stack'

// Runs what the guides show. The requests of a block `sh` must succeed. Where a block `http` follows, it shows the
// answer to the last of them: its status, headers and body. `…` stands for what is left out. The guides for owners show
// no requests: documents.test.ts has what holds of them.

const folder = 'docs/guides'
const guides = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
const readGuide = (name: string) => readBlocks(`${folder}/${name}`)

const { service, customer, client } = useCustomer()

rehearse.each(guides)('%s: the requests get the answers that it shows', async (name) => {
  const { secret } = await createKey(service, customer.company.id, 'enterprise', { scopes: [...keyScopes] })
  const variables = makeVariables(secret)
  const blocks = readGuide(name)
  let lastAnswer: Answer | undefined
  for (const [index, { place, language, text }] of blocks.entries()) {
    if (language !== 'sh') continue
    const answers = await runCommands(text, variables, lastAnswer)
    lastAnswer = answers.at(-1) ?? lastAnswer
    const shown = blocks[index + 1]
    if (shown?.language === 'http') compareAnswer(shown, answers.pop())
    for (const answer of answers) expect([place, answer.text, answer.status < 300]).toEqual([place, answer.text, true])
  }
})

rehearse('one answer is shown without its requests: the one that comes when the minute is used up', async () => {
  const blocks = guides.flatMap(readGuide)
  const alone = blocks.filter(({ language }, index) => language === 'http' && blocks[index - 1]?.language !== 'sh')
  const starter = await createCompanyWithKey(service, 'starter')
  for (let n = 0; n < 60; n++) expect((await starter.call('GET', '/restores')).status).toBe(200)
  const refused = await starter.call('GET', '/restores')
  expect(alone).toHaveLength(1)
  for (const shown of alone) compareAnswer(shown, refused)
})

test.each(guides)('%s: one heading, no relative links, and no more than 3 KB', (name) => {
  const text = readFileSync(`${folder}/${name}`, 'utf8')
  expect(text.match(/^# .+/gm)).toEqual([text.split('\n')[0]])
  expect([...text.matchAll(/\]\((?!https:)/g)]).toEqual([])
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(3 * 1_024)
})

/** Those of the first guide. Paths begin after `$API`. */
function makeVariables(secret: string): Variables {
  return { API: '', KEY: `Authorization: Bearer ${secret}`, JSON: 'Content-Type: application/json' }
}

/** Runs the commands of a block, a second after each other, as ids are in the order of time. Returns the answers. */
async function runCommands(text: string, variables: Variables, lastAnswer: Answer | undefined): Promise<Answer[]> {
  const send = makeClient(service, null)
  const answers: Answer[] = []
  for (const words of splitCommands(text)) {
    const [, name, value] = /^(\w+)=(.*)$/s.exec(words[0] ?? '') ?? []
    if (words[0] === 'sleep') service.setTime(service.now() + Number(words[1]) * 1_000)
    else if (name !== undefined && value !== undefined) {
      variables[name] ??= takeValue(value, answers.at(-1) ?? lastAnswer)
    } else {
      const { method, path, headers, body } = parseCurl(words.map((word) => expandWord(word, variables)))
      service.setTime(service.now() + 1_000)
      answers.push(await send(method, path, body, headers))
    }
  }
  return answers
}

/** A reader replaces `itm_…` with what begins so: the last one in the last answer. */
function takeValue(value: string, lastAnswer: Answer | undefined): string {
  const prefix = value.replace(/…$/, '')
  const id = lastAnswer?.text.match(new RegExp(`\\b${prefix}[\\w-]+`, 'g'))?.at(-1)
  if (id === undefined) throw new Error(`the last answer has no ${value}`)
  return id
}

function compareAnswer({ place, text }: Block, answer: Answer | undefined): void {
  const shown = parseShownAnswer(text)
  const names = Object.keys(shown.headers)
  const headers = Object.fromEntries(names.map((header) => [header, answer?.headers.get(header)]))
  expect({ place, status: answer?.status, headers, body: answer?.body }).toEqual(toMatcher({ place, ...shown }))
}

/** Makes of what a guide shows what the real value must match. */
function toMatcher(shown: unknown): unknown {
  if (shown === '…') return expect.anything()
  if (typeof shown === 'string') return shown.includes('…') ? expect.stringMatching(toPattern(shown)) : shown
  if (typeof shown !== 'object' || shown === null) return shown
  if (Array.isArray(shown)) {
    const rows = shown.filter((row) => row !== '…').map(toMatcher)
    return shown.includes('…') ? expect.arrayContaining(rows) : rows
  }
  const { '…': more, ...fields } = shown as Record<string, unknown>
  const matchers = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toMatcher(value)]))
  return more === undefined ? matchers : expect.objectContaining(matchers)
}

function toPattern(text: string): RegExp {
  const parts = text.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.+')}$`)
}

describe('the loop that retries', () => {
  const { stockItem, getQuantity } = actOnItems(client)
  const body = JSON.stringify({ type: 'issue', sku: 'A', quantity: 10 })

  type Send = (url: string, init: RequestInit, idempotencyKey: string) => Promise<Response>

  /** The loop of the guide, with dice that always show the middle. It does not wait: `waits` gets the milliseconds. */
  function loadLoop(fetch: typeof globalThis.fetch, waits: number[] = []): Send {
    const block = readGuide('3-idempotency-and-retries.md').find(({ language }) => language === 'ts')
    const { code } = transformSync(block?.text ?? '', { loader: 'ts' })
    const wait = (resume: () => void, ms: number) => {
      waits.push(ms)
      resume()
    }
    const dice = { min: Math.min, random: () => 0.5 }
    return new Function('fetch', 'setTimeout', 'Math', `${code}; return send`)(fetch, wait, dice)
  }

  /** Answers with each status, and with the last one from then on, or fails where it is 0. */
  function makeFetch(statuses: number[], retryAfter: number) {
    const requests: string[] = []
    const fetch = async (_: unknown, { headers, body }: RequestInit = {}) => {
      requests.push(`${new Headers(headers).get('Idempotency-Key')} ${body}`)
      const status = statuses[Math.min(requests.length, statuses.length) - 1] ?? 0
      if (status === 0) throw new TypeError('fetch failed')
      return new Response(null, { status, headers: status === 429 ? { 'Retry-After': String(retryAfter) } : {} })
    }
    return { requests, fetch: fetch as typeof globalThis.fetch }
  }

  test('an answer that is lost: one effect', async () => {
    const { id } = await stockItem('A', 10)
    let lost = 0
    const lossy = async (...request: Parameters<typeof fetch>) => {
      const answer = await fetch(...request)
      if (lost++ === 0) throw new TypeError('fetch failed')
      return answer
    }
    const headers = { Authorization: `Bearer ${customer.secret}`, 'Content-Type': 'application/json' }
    const init = { method: 'POST', headers, body }
    const answer = await loadLoop(lossy)(`${service.baseUrl}/transactions`, init, 'sale-1')
    expect([answer.status, answer.headers.get('Idempotent-Replayed'), lost]).toEqual([201, 'true', 2])
    expect(await getQuantity(id)).toBe(0)
  })

  test('it waits longer each time, and as long as the service says, and sends the same key', async () => {
    const waits: number[] = []
    const { requests, fetch } = makeFetch([0, 500, 429, 201], 40)
    const answer = await loadLoop(fetch, waits)('https://a.test', { method: 'POST', body }, 'sale-1')
    expect([answer.status, requests]).toEqual([201, Array(4).fill(`sale-1 ${body}`)])
    expect(waits).toEqual([1_000, 2_000, 44_000])
  })

  test.each([
    ['another refusal', 400, 1, '400'],
    ['the limit of the day', 429, 1, '429'],
    ['an error that stays', 500, 8, '500'],
    ['a network that is down', 0, 8, 'TypeError: fetch failed'],
  ])('it gives up: %s', async (_, status, attempts, outcome) => {
    const { requests, fetch } = makeFetch([status], 3_600)
    const ended = loadLoop(fetch)('https://a.test', { method: 'POST', body }, 'sale-1')
    expect(await ended.then((answer) => `${answer.status}`, String)).toBe(outcome)
    expect(requests).toHaveLength(attempts)
  })
})

// The READMEs.

const run = promisify(execFile)

describe('the README', () => {
  const live = useService(() => startTestService(readTestStack(), { events: true }))

  rehearse('has a tour that can be pasted whole, and prints what it shows', async () => {
    const tour = readBlocks('README.md').find(({ language }) => language === 'sh tour')?.text ?? ''
    live.setTime(0) // the machine's clock: what verifies the event goes by it
    const { secret, call } = await createCompanyWithKey(live, 'enterprise', [...keyScopes])
    const port = await findPort()
    const script = tour
      .replace(/sk_test_\w+/, secret)
      .replace('http://127.0.0.1:4000/v1', live.baseUrl)
      .replaceAll('4100', port)
    const { stdout, stderr } = await run('sh', ['-euc', script])
    expect(stderr).toBe(`Listening on http://127.0.0.1:${port}/\n`)
    const [refused, ledger, event] = parseLines(stdout)
    const message = 'Not enough stock: 7 available, 8 wanted.'
    expect(refused).toMatchObject({ error: { code: 'insufficient_stock', field: 'quantity', message } })
    expect(ledger).toMatchObject({
      data: [
        { sequence: 3, type: 'reversal', quantity_change: 3, quantity_after: 10 },
        { sequence: 2, type: 'issue', quantity_change: -3, quantity_after: 7 },
        { sequence: 1, type: 'initial', quantity_change: 10, quantity_after: 10 },
      ],
      pagination: { total: 3, limit: 50, offset: 0, has_more: false },
    })
    const data = { object: { quantity: 7, reorder_point: 8 }, previous: { quantity: 10 } }
    expect(event).toMatchObject({ type: 'item.low_stock', data })
    expect((await call('GET', '/webhooks')).body.pagination.total).toBe(0)
  })
})

/** One that is free now. */
async function findPort(): Promise<string> {
  const { endpoint, stop } = await serve(() => {})
  await stop()
  return new URL(endpoint).port
}

rehearse('the examples of the client’s README, one after the other, are a program that compiles and runs', async () => {
  const own = mkdtempSync('dist/test/readmes-') // where the compiler finds our packages
  const examples = readBlocks('client/README.md').filter(({ language }) => language === 'ts')
  const [source, program] = [join(own, 'examples.ts'), join(own, 'examples.mjs')]
  const paths = { 'inventory-client': [resolve('client/index.ts')] }
  const compilerOptions = { noEmit: true, paths, types: ['node'] }
  writeFileSync(source, examples.map(({ text }) => text).join('\n'))
  const config = { extends: resolve('tsconfig.json'), compilerOptions, include: [], files: ['examples.ts'] }
  writeFileSync(join(own, 'tsconfig.json'), JSON.stringify(config))
  await run('node_modules/.bin/tsc', ['-p', own])
  const alias = { 'inventory-client': resolve('client/index.ts') }
  buildSync({ entryPoints: [source], outfile: program, bundle: true, platform: 'node', format: 'esm', alias })
  const env = { INVENTORY_BASE_URL: service.baseUrl, INVENTORY_API_KEY: customer.secret }
  const { stdout } = await run(process.execPath, [program], { env })
  rmSync(own, { recursive: true })
  expect(stdout.trim().split('\n')).toEqual([
    'TORCH-1 7',
    'A restore would change 0 items.',
    '1 of 1',
    'update',
    'update',
    'update',
    'create',
    '1',
    '5 more of 5',
    'string',
    '400',
    'Not enough stock: 5 available, 1000 wanted. (400 insufficient_stock)',
    'Torch',
  ])
})
