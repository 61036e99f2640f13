import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from '../../../local/serve'

/** A call of DynamoDB: the operation, such as `PutItem`, its body, and the number of this sending, from 1. */
export type EngineCall = { operation: string; body: string; attempt: number }

export type Fate = {
  before?: () => Promise<unknown>
  /** False where the call never reaches the engine. */
  arrives: boolean
  /** Runs after the call has arrived, or would have. `text`: the engine's answer, if there is one. */
  after?: (text?: string) => Promise<unknown>
  /** An error of DynamoDB's, or what becomes of the engine's answer. `truncated`: half of it arrives. */
  answer: { status: number; type: string; more?: object } | 'truncated' | 'silence' | 'reset' | 'whole'
}

export const lost = {
  'reset before': { arrives: false, answer: 'reset' },
  'reset after': { arrives: true, answer: 'reset' },
  'timeout before': { arrives: false, answer: 'silence' },
  'timeout after': { arrives: true, answer: 'silence' },
  'truncated answer': { arrives: true, answer: 'truncated' },
} as const satisfies Record<string, Fate>

/**
 * A proxy in front of the engine. `fateOf` decides about each call, in order of arrival: null lets it pass. `isQuiet`:
 * no call is under way.
 */
export async function startFaultyEngine(engine: string, fateOf: (call: EngineCall) => Fate | null) {
  const underWay = new Set<Promise<unknown> | null>()
  const stopTelling = tellWhenEngineHasAnswered(underWay)
  let open = 0
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = await buffer(incoming)
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const attempt = Number(/attempt=(\d+)/.exec(String(incoming.headers['amz-sdk-request']))?.[1] ?? 1)
    const { answer: what, before, arrives, after } = fateOf({ operation, body: body.toString(), attempt }) ?? passes
    await before?.()
    const passing = arrives ? pass(engine, { headers: incoming.headers, body }).catch(() => null) : null
    underWay.add(passing)
    const own = await passing
    underWay.delete(passing)
    await after?.(own?.text)
    reply(outgoing, own, what)
  }
  const { endpoint, stop } = await serve((...call) => {
    open += 1
    void answer(...call).finally(() => (open -= 1))
  })
  const isQuiet = () => open === 0
  return { endpoint, stop: () => stop().finally(stopTelling), isQuiet }
}

/** Functions whose time is fast ask so before a time limit expires: `fast-time.cjs`. */
function tellWhenEngineHasAnswered(underWay: Set<Promise<unknown> | null>): () => void {
  const calls = new BroadcastChannel('calls of the engine')
  calls.onmessage = async (event) => {
    const { question } = (event as MessageEvent).data as { question: string }
    await Promise.all(underWay)
    calls.postMessage({ answered: question })
  }
  return () => calls.close()
}

const passes: Fate = { arrives: true, answer: 'whole' }
type EngineAnswer = { status: number; type: string; text: string }

async function pass(engine: string, call: { headers: NodeJS.Dict<string | string[]>; body: Buffer }) {
  const sent = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target']
  const headers = Object.fromEntries(sent.map((name) => [name, String(call.headers[name] ?? '')]))
  const answer = await fetch(engine, { method: 'POST', headers, body: call.body })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

function reply(outgoing: ServerResponse, own: EngineAnswer | null, answer: Fate['answer']): void {
  // A test sets its own clock: by this date, the SDK would correct its clock and send refused calls again.
  outgoing.sendDate = false
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
