import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call of DynamoDB: `PutItem`, what is asked of it, and which sending of it this is, from 1 on. */
export type EngineCall = { operation: string; body: string; attempt: number }

/** What becomes of a call. Without anything it passes. */
export type Fate = {
  /** Happens before the call arrives. */
  before?: () => Promise<unknown>
  /** False where the call never reaches the engine. */
  arrives: boolean
  /** Happens once it has arrived, or would have. */
  after?: () => Promise<unknown>
  /** What is answered in place of the engine's answer: an error of DynamoDB's, half of the answer, nothing for good, or a closed connection. */
  answer: { status: number; type: string; more?: object } | 'truncated' | 'silence' | 'reset' | 'whole'
}

/** Fates that the network has for a call. */
export const lost = {
  'reset before': { arrives: false, answer: 'reset' },
  'reset after': { arrives: true, answer: 'reset' },
  'timeout before': { arrives: false, answer: 'silence' },
  'timeout after': { arrives: true, answer: 'silence' },
  'truncated answer': { arrives: true, answer: 'truncated' },
} as const satisfies Record<string, Fate>

/** Stands between a client and the engine. `fateOf` is asked of each call, in order of arrival; null lets it pass. */
export async function startFaultyEngine(engine: string, fateOf: (call: EngineCall) => Fate | null) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const attempt = Number(/attempt=(\d+)/.exec(String(incoming.headers['amz-sdk-request']))?.[1] ?? 1)
    const { before, arrives, after, answer } = fateOf({ operation, body: body.toString(), attempt }) ?? passes
    await before?.()
    const own = arrives ? await pass(engine, { headers: incoming.headers, body }) : null
    await after?.()
    reply(outgoing, own, answer)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}

const passes: Fate = { arrives: true, answer: 'whole' }
type Passed = { status: number; type: string; text: string }

async function pass(engine: string, call: { headers: NodeJS.Dict<string | string[]>; body: Buffer }): Promise<Passed> {
  const sent = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target']
  const headers = Object.fromEntries(sent.map((name) => [name, String(call.headers[name] ?? '')]))
  const answer = await fetch(engine, { method: 'POST', headers, body: call.body })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

function reply(outgoing: ServerResponse, own: Passed | null, answer: Fate['answer']): void {
  outgoing.sendDate = false // beside a test's clock, the SDK would correct its own by it, and send refusals again
  if (answer === 'silence') return
  if (answer === 'reset') return void outgoing.destroy()
  if (typeof answer === 'object') {
    const { status, type, more } = answer
    outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' })
    return void outgoing.end(
      JSON.stringify({ __type: `com.amazonaws.dynamodb.v20120810#${type}`, message: type, ...more }),
    )
  }
  const { status = 500, type = '', text = '' } = own ?? {}
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(answer === 'truncated' ? text.slice(0, text.length / 2) : text)
}
