import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { type Answer, renderJson } from '../gateway/gateway-responses'
import type { HttpRequest } from '../gateway/proxy-integration'
import { account, makeArn, makePhysicalName, region } from '../names'
import { findDenial, type Policies } from '../rights/callers'
import { type Served, serve } from '../serve'
import { readResources, type Stack } from '../template'
import { type EventPattern, matchesPattern } from './event-pattern'

const eventsPath = '/_local/events'
/** The bus shows so many. */
const shown = 1_000
/** EventBridge's limits of one call. */
const maxEntries = 10
const maxBytes = 256_000

const Bus = z.object({ Name: z.string() })
const Rule = z.object({
  EventBusName: z.string().optional(),
  EventPattern: z.record(z.string(), z.unknown()).optional(),
  State: z.string().default('ENABLED'),
})
const Entry = z.object({
  Source: z.string(),
  DetailType: z.string(),
  Detail: z.string(),
  EventBusName: z.string(),
  Time: z.number().optional(),
})
type Entry = z.infer<typeof Entry>
const PutEvents = z.object({ Entries: z.array(Entry).min(1).max(maxEntries) })

/** An event as rules see it, with the rules of the template that match it. */
export type BusEvent = { event: { [field: string]: unknown; detail: unknown }; rules: string[] }

/** How a test disturbs the bus: `away` is no answer, a text is the error code of an entry. */
export type Disturb = (detail: string) => 'away' | { code: string } | null

/** The bus of the template, as EventBridge keeps it: it knows rules, and shows what came. Targets are not called. */
export class EventBus {
  readonly events: BusEvent[] = []
  /** Set by tests. */
  disturb: Disturb = () => null

  constructor(
    readonly name: string,
    private readonly rules: [id: string, pattern: EventPattern][],
  ) {}

  get arn(): string {
    return makeArn('AWS::Events::EventBus', this.name)
  }

  /** Returns its id. `at`: epoch milliseconds. */
  put({ Source, DetailType, Detail }: Entry, at: number): string {
    const event = {
      version: '0',
      id: randomUUID(),
      'detail-type': DetailType,
      source: Source,
      account,
      time: new Date(at).toISOString(),
      region,
      resources: [],
      detail: JSON.parse(Detail),
    }
    const rules = this.rules.filter(([, pattern]) => matchesPattern(pattern, event)).map(([id]) => id)
    this.events.push({ event, rules })
    if (this.events.length > shown * 100) this.events.splice(0, shown)
    return event.id
  }
}

/** Opens the bus of the template. Null where it has none. */
export function openEventBus(stack: Stack): EventBus | null {
  const [id, bus] = [...readResources(stack, 'AWS::Events::EventBus', Bus)][0] ?? []
  if (id === undefined || bus === undefined) return null
  const names = [bus.Name, makePhysicalName(stack.name, id)]
  const rules = [...readResources(stack, 'AWS::Events::Rule', Rule)].filter(
    ([, { EventBusName = '', State }]) => names.includes(EventBusName) && State === 'ENABLED',
  )
  const patterns = rules.map(([rule, { EventPattern = {} }]): [string, EventPattern] => [
    rule,
    EventPattern as EventPattern,
  ])
  return new EventBus(makePhysicalName(stack.name, id), patterns)
}

/** EventBridge's PutEvents. A call passes only if the policies of the calling function allow it. */
export function openBusEndpoint(
  bus: EventBus | null,
  { policies, now }: { policies: Policies; now: () => number },
): Promise<Served> {
  return serve(async (incoming, outgoing) => {
    const body = await text(incoming)
    const denial = findDenial(incoming, policies, { action: 'events:PutEvents', resource: bus?.arn ?? '' })
    if (denial !== null) return refuse(outgoing, 'AccessDeniedException', denial)
    const request = PutEvents.safeParse(JSON.parse(body))
    if (!request.success || Buffer.byteLength(body) > maxBytes * 2)
      return refuse(outgoing, 'ValidationException', request.error?.message ?? 'the entries are too large')
    const { Entries } = request.data
    if (Entries.some(({ Detail }) => bus?.disturb(Detail) === 'away')) return void outgoing.destroy()
    const results = Entries.map((entry) => putEntry(bus, entry, now()))
    const FailedEntryCount = results.filter((result) => 'ErrorCode' in result).length
    outgoing.writeHead(200, { 'content-type': 'application/x-amz-json-1.1' })
    outgoing.end(JSON.stringify({ FailedEntryCount, Entries: results }))
  })
}

function putEntry(bus: EventBus | null, entry: Entry, now: number) {
  if (bus === null || entry.EventBusName !== bus.name) return { ErrorCode: 'NotFound', ErrorMessage: 'no such bus' }
  const refusal = bus.disturb(entry.Detail)
  if (refusal !== null && refusal !== 'away') return { ErrorCode: refusal.code, ErrorMessage: 'refused' }
  return { EventId: bus.put(entry, entry.Time === undefined ? now : entry.Time * 1_000) }
}

function refuse(outgoing: ServerResponse, type: string, message: string): void {
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.1' })
  outgoing.end(JSON.stringify({ __type: type, message }))
}

/** `GET /_local/events` shows what came last, newest first, for people. */
export function makeBusAnswers(bus: EventBus | null): (request: HttpRequest) => Promise<Answer | null> {
  return async ({ method, path }) => {
    if (method !== 'GET' || path !== eventsPath) return null
    return renderJson(200, { bus: bus?.name ?? null, data: (bus?.events ?? []).slice(-shown).reverse() })
  }
}
