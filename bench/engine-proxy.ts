import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Served, serve } from '../local/serve'

/**
 * What becomes of a call: how many milliseconds it waits before it reaches the engine, and how many its answer waits.
 * `answer`: `throttled` where the engine never gets the call, `lost` or `half` of what the engine has answered.
 */
export type Fate = { beforeMs?: number; afterMs?: number; answer?: 'throttled' | 'lost' | 'half' }

/** `getUnits`: the capacity units, of reads and writes, that the engine has reported since the start. */
export type EngineProxy = Served & { getUnits: () => number }

type Charged = { ConsumedCapacity?: { CapacityUnits?: number } | { CapacityUnits?: number }[] }
type Answer = { status: number; type: string; text: string }

const json = 'application/x-amz-json-1.0'
const throttle = JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#ThrottlingException' })

/** A proxy in front of the engine. It asks what each call costs, and decides what becomes of it. */
export async function startEngineProxy(engine: string, chooseFate: () => Fate = () => ({})): Promise<EngineProxy> {
  let units = 0
  const reply = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const body = (await buffer(incoming)).toString()
    const { beforeMs = 0, afterMs = 0, answer } = chooseFate()
    if (beforeMs > 0) await sleep(beforeMs)
    if (answer === 'throttled') return send(outgoing, { status: 400, type: json, text: throttle })
    const own = await pass(engine, incoming, body)
    units += countUnits(own.text)
    if (afterMs > 0) await sleep(afterMs)
    if (answer === 'lost') outgoing.destroy()
    else send(outgoing, { ...own, text: answer === 'half' ? halve(own.text) : own.text })
  }
  const served = await serve((incoming, outgoing) => {
    reply(incoming, outgoing).catch(() => outgoing.destroy())
  })
  return { ...served, getUnits: () => units }
}

async function pass(engine: string, { headers: given }: IncomingMessage, text: string): Promise<Answer> {
  const names = ['authorization', 'content-type', 'x-amz-date', 'x-amz-target']
  const headers = Object.fromEntries(names.map((name) => [name, String(given[name] ?? '')]))
  const body = JSON.stringify({ ...JSON.parse(text), ReturnConsumedCapacity: 'TOTAL' })
  const answer = await fetch(engine, { method: 'POST', headers, body })
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text: await answer.text() }
}

function countUnits(text: string): number {
  const { ConsumedCapacity = [] }: Charged = JSON.parse(text)
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0)
}

const halve = (text: string) => text.slice(0, text.length / 2)

function send(outgoing: ServerResponse, { status, type, text }: Answer): void {
  outgoing.sendDate = false // as the engine's answers: by another clock, the SDK would correct its own
  outgoing.writeHead(status, { 'content-type': type })
  outgoing.end(text)
}
