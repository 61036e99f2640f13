import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Served, serve } from '../local/serve'

/** `getUnits`: the capacity units, of reads and writes, that the engine has reported since it was started. */
export type CountingEngine = Served & { getUnits: () => number }

/** `app`: what the caller's SDK names as its application, or ''. `body`: JSON. */
export type EngineCall = { app: string; operation: string; body: string }

/**
 * Is told of each call before the engine has it, and when the engine has answered. Where `before` rejects, the engine
 * never gets the call, and the caller no answer.
 */
export type EngineWatch = {
  before?: (call: EngineCall) => Promise<void>
  after?: (call: EngineCall, units: number) => void
}

type Charged = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] }

/** A proxy in front of the engine that asks what each call costs. */
export async function startCountingEngine(engine: string, watch: EngineWatch = {}): Promise<CountingEngine> {
  let units = 0
  const forward = async (incoming: IncomingMessage) => {
    const call = describeCall(incoming, (await buffer(incoming)).toString())
    await watch.before?.(call)
    const sent = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target']
    const headers = Object.fromEntries(sent.map((name) => [name, String(incoming.headers[name] ?? '')]))
    const body = JSON.stringify({ ...(JSON.parse(call.body) as object), ReturnConsumedCapacity: 'TOTAL' })
    const answer = await fetch(engine, { method: 'POST', headers, body })
    const text = await answer.text()
    const charged = addUp(JSON.parse(text) as Charged)
    units += charged
    watch.after?.(call, charged)
    return { answer, text }
  }
  const served = await serve((incoming, outgoing) => {
    outgoing.sendDate = false // as the engine's answers: by another clock, the SDK would correct its own
    forward(incoming).then(
      ({ answer, text }) => {
        outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
        outgoing.end(text)
      },
      () => outgoing.destroy(),
    )
  })
  return { ...served, getUnits: () => units }
}

function describeCall({ headers }: IncomingMessage, body: string): EngineCall {
  const [, app = ''] = / app\/(\S+)/.exec(headers['user-agent'] ?? '') ?? []
  return { app, operation: String(headers['x-amz-target']).split('.')[1] ?? '', body }
}

function addUp({ ConsumedCapacity = [] }: Charged): number {
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}
