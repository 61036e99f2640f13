import { randomUUID } from 'node:crypto'
import {
  ApiError,
  createClient,
  type Delivery,
  type InventoryClient,
  type Item,
  type Order,
  type Receipt,
  type Restore,
  type Snapshot,
  type WebhookWithSecret,
} from '../../client'
import { type ApiRequest, makeSend, type Send } from '../../client/send'
import type { RouteId, Routes } from '../../functions/routes'
import type { Access } from '../access'
import { type Exchanges, maxMs } from './exchanges'

/** What steps have made, for those that follow. */
type Made = {
  bolt: Item
  nut: Item
  washer: Item
  /** Of the bolt. */
  etag: string
  /** Of the bolt, after the last change. */
  quantity: number
  /** Set where the nut was moved to trash. */
  trashed: true
  saleId: string
  order: Order
  orderEtag: string
  /** Set where the order was placed. */
  placed: true
  unwanted: Order
  receipt: Receipt
  draft: Order
  snapshot: Snapshot
  restore: Restore
  webhook: WebhookWithSecret
  delivery: Delivery
  /** The path of a file that the reference page loads. */
  asset: string
}

/** Thrown by a step that needs what an earlier one has not made. */
export class MissingError extends Error {}

/** Begins the SKU of each item, and the name of each order and snapshot, so that a later run finds what is left. */
export const prefix = 'SMOKE-'

/** One run. It sends each request once, and knows what is to be cleared away. */
export class Session {
  readonly client: InventoryClient
  private readonly send: Send
  /** True where the company is known to have no live items but those of this command. */
  isAlone = false
  /** The ids of what is to be cleared away. */
  readonly open = {
    items: new Set<string>(),
    orders: new Set<string>(),
    snapshots: new Set<string>(),
    webhooks: new Set<string>(),
  }
  /** The quantities that the order has received, by transaction. */
  readonly deliveries = new Map<string, number>()
  /** What has changed since the snapshot, as a difference counts it, and the items. */
  readonly changed = { created: 0, updated: 0, trashed: 0 }
  readonly changedIds = new Set<string>()
  private readonly made: Partial<Made> = {}
  private readonly baseUrl: string

  constructor(
    readonly run: string,
    { baseUrl, apiKey }: Access,
    readonly exchanges: Exchanges,
  ) {
    const { fetch } = exchanges
    const options = { baseUrl, program: 'inventory-smoke', retry: { maxAttempts: 1 }, timeoutMs: maxMs, fetch }
    this.baseUrl = baseUrl.replace(/\/$/, '')
    this.client = createClient({ ...options, apiKey })
    this.send = makeSend({ ...options, apiKey })
  }

  /** Sends what no method of the client sends. Throws an `ApiError`, as those do. */
  async call<Body>(request: ApiRequest): Promise<Body> {
    const { status, headers, body } = await this.send(request)
    if (status >= 400) throw new ApiError(status, headers, body)
    return body as Body
  }

  /** Gets a text below the base URL, without the key. */
  async getPublic(path: string): Promise<string> {
    const answer = await this.exchanges.fetch(`${this.baseUrl}${path}`)
    if (answer.status >= 400) throw new ApiError(answer.status, answer.headers, null)
    return answer.text()
  }

  /** Makes a SKU or a name of this run. */
  name(part: string): string {
    return `${prefix}${this.run}-${part}`
  }

  set(made: { [Name in keyof Made]?: Made[Name] | undefined }): void {
    Object.assign(this.made, made)
  }

  has(name: keyof Made): boolean {
    return this.made[name] !== undefined
  }

  /** Throws a `MissingError` where no step has made it. */
  get<Name extends keyof Made>(name: Name): Made[Name] {
    const found = this.made[name]
    if (found === undefined) throw new MissingError(`no earlier step has made what it needs: ${name}`)
    return found as Made[Name]
  }

  /** Remembers that an item is to be cleared away. Returns it. */
  keepItem(item: Item): Item {
    this.open.items.add(item.id)
    return item
  }

  keepOrder(order: Order): Order {
    this.open.orders.add(order.id)
    return order
  }
}

/** What the reference page answers. It may be switched off. */
export const publicRoutes = ['GET /docs', 'GET /docs/{file+}', 'GET /openapi.json'] as const
export type RouteOfKeys = { [Id in RouteId]: Routes[Id] extends { needsPeople: true } ? never : Id }[RouteId]
/** All that a key can call: every route but those of people, and the reference page. */
export type SmokeRoute = RouteOfKeys | (typeof publicRoutes)[number]

/** `what` says what of the route is tried. `run` throws where it does not work. */
export type Step<Of extends SmokeRoute = SmokeRoute> = {
  route: Of
  what: string
  run: (session: Session) => Promise<void>
}

export function step<Of extends SmokeRoute>(route: Of, what: string, run: Step['run']): Step<Of> {
  return { route, what, run }
}

/** Asked twice: the first answer comes from the rows, the second one from the log since then. */
export function readTwice<Of extends SmokeRoute>(route: Of, what: string, run: Step['run']): Step<Of> {
  return {
    route,
    what: `${what}, twice`,
    run: async (session) => {
      await run(session)
      await run(session)
    },
  }
}

type Options = { idempotencyKey: string }
type Change = (session: Session, options: Options) => Promise<unknown>

/** The change is sent twice under one idempotency key, since a route needs another grant to find its record. */
export function change<Of extends SmokeRoute>(route: Of, what: string, send: Change): Step<Of> {
  const run = async (session: Session) => {
    const options = { idempotencyKey: `smoke-${randomUUID()}` }
    await send(session, options)
    try {
      await send(session, options)
    } catch (error) {
      if (error instanceof Error) error.message = `sent again under its key: ${error.message}`
      throw error
    }
    requireEqual('Idempotent-Replayed', session.exchanges.last?.headers.get('idempotent-replayed'), 'true')
  }
  return { route, what: `${what}, sent twice`, run }
}

/** Throws where an answer is not what it must be. `name` says of what. */
export function requireEqual(name: string, value: unknown, wanted: unknown): void {
  const [is, must] = [JSON.stringify(value), JSON.stringify(wanted)]
  if (is !== must) throw new Error(`the answer is wrong: ${name} is ${is}, not ${must}`)
}
