import { UpdateCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { createApiKey } from '../../functions/operations/companies/api-keys'
import { createCompany } from '../../functions/operations/companies/companies'
import { hashSecret } from '../../functions/store/companies/api-keys'
import { keys } from '../../functions/store/schema'
import { makeClient } from '../client'
import type { TestService } from '../service'
import { noon } from '../table'
import { type Expected, ModelCompany, ModelKey } from './model'

// Random sequences of requests, several companies and keys at once, with time that passes, against the model.

const plans = ['starter', 'enterprise'] as const
const skus = ['A', 'B', 'C', 'D']
const locations = ['Here', 'There']
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const waits = [minuteMs, 10 * minuteMs, 8 * hourMs, 23 * hourMs, 25 * hourMs, 8 * 24 * hourMs, 31 * 24 * hourMs]
const kinds = [
  'create',
  'update',
  'delete',
  'restore item',
  'move',
  'reverse',
  'order',
  'change order',
  'snapshot',
  'restore',
  'list',
  'retry',
  'wait',
  'burst',
  'end of the day',
] as const

/** Numbers alone: they choose among what there is when the step is taken. So a story that shrinks still makes sense. */
export const step = fc.record({
  kind: fc.constantFrom(...kinds, 'create', 'move', 'move', 'update', 'list', 'list'),
  who: fc.nat({ max: 3 }),
  n: fc.nat({ max: 20 }),
  m: fc.nat({ max: 20 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

type Actor = {
  company: ModelCompany
  key: ModelKey
  secret: string
  call: ReturnType<typeof makeClient>
}
type Request = { method: string; path: string; body?: object | undefined }
/** A request, and what the model makes of it when it is sent. */
type Play = Request & { expect: () => Expected }

/** One story. `script` has each request and its answer, for a story that fails. */
export class Story {
  readonly script: string[] = []
  private readonly sent: { actor: Actor; key: string; play: Play }[] = []
  private count = 0

  private constructor(
    private readonly service: TestService,
    private readonly actors: Actor[],
  ) {}

  static async begin(service: TestService): Promise<Story> {
    service.setTime(noon)
    const actors: Actor[] = []
    for (const plan of plans) {
      const { id, user_id: userId } = await createCompany(service.rows, { name: plan, plan })
      const company = new ModelCompany(plan)
      for (const name of ['first', 'second']) {
        const fields = { companyId: id, userId, plan, name, expiresAt: null, prefix: 'sk_test_' } as const
        const { secret } = await createApiKey(service.rows, { ...fields, scopes: ['read', 'write'] })
        actors.push({ company, key: new ModelKey(plan), secret, call: makeClient(service, secret) })
      }
    }
    return new Story(service, actors)
  }

  async take({ kind, who, n, m }: Step): Promise<void> {
    const actor = this.actors[who % this.actors.length]
    if (actor === undefined) throw new Error('there is nobody')
    if (kind === 'wait') return this.wait(waits[n % waits.length] ?? minuteMs)
    if (kind === 'end of the day') return this.useDay(actor, n % 4)
    if (kind === 'burst') {
      for (let sent = 0; sent < 15 + n; sent++) await this.send(actor, this.list(actor, 0, 0))
      return
    }
    if (kind === 'list') return this.send(actor, this.list(actor, n, m))
    if (kind === 'retry') return this.retry(n)
    const play = this.plan(actor, kind, n, m)
    const key = `k${this.count++}`
    this.sent.push({ actor, key, play })
    await this.send(actor, play, key)
  }

  /** Every list of every company. */
  async end(): Promise<void> {
    this.wait(minuteMs)
    for (const actor of this.actors.filter((_, index) => index % 2 === 0))
      for (let n = 0; n < 6; n++) await this.send(actor, this.list(actor, n, 0))
  }

  private plan({ company }: Actor, kind: Step['kind'], n: number, m: number): Play {
    const now = () => this.service.now()
    const pick = <Each>(all: Each[]): Each | undefined => all[n % (all.length + (n > 18 ? 1 : 0))]
    const item = pick(company.items)
    const itemId = item?.id ?? 'itm_01K00000000000000000000000'
    const fields = {
      name: `Item ${m}`,
      sku: skus[m % skus.length] ?? 'A',
      quantity: m % 7,
      location: m % 3 === 0 ? null : (locations[m % 2] ?? null),
      reorder_point: m % 4 === 0 ? null : m % 5,
    }
    switch (kind) {
      case 'create':
        return { method: 'POST', path: '/items', body: fields, expect: () => company.createItem(now(), fields) }
      case 'update': {
        const names = Object.keys(fields).filter((_, index) => (n + index) % 2 === 0)
        const some = Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)))
        return {
          method: 'PUT',
          path: `/items/${itemId}`,
          body: some,
          expect: () => company.updateItem(now(), item, some),
        }
      }
      case 'delete':
        return { method: 'DELETE', path: `/items/${itemId}`, expect: () => company.deleteItem(now(), item) }
      case 'restore item':
        return { method: 'POST', path: `/items/${itemId}/restore`, expect: () => company.restoreItem(now(), item) }
      case 'move': {
        const type = ['receive', 'issue', 'issue', 'count', 'return'][m % 5] ?? 'issue'
        const quantity = type === 'count' ? m % 6 : 1 + (m % 4)
        const expect = () => company.move(now(), item, type, quantity)
        return { method: 'POST', path: '/transactions', body: { type, item_id: itemId, quantity }, expect }
      }
      case 'reverse': {
        const entry = pick(company.ledger.filter(({ id }) => id !== ''))
        const id = entry?.id ?? `txn_01K0000000000000000000000000`
        return { method: 'POST', path: `/transactions/${id}/reverse`, expect: () => company.reverse(now(), entry) }
      }
      case 'order': {
        const [quantity, status] = [1 + (m % 5), m % 2 === 0 ? 'draft' : 'ordered']
        const line_items = [{ item_id: itemId, quantity_ordered: quantity }]
        const body = { supplier: { name: 'Acme' }, status, line_items }
        return {
          method: 'POST',
          path: '/orders',
          body,
          expect: () => company.createOrder(now(), item, quantity, status),
        }
      }
      case 'change order': {
        const order = pick(company.orders)
        const verb = (['place', 'receive', 'receive', 'cancel'] as const)[m % 4] ?? 'receive'
        const path = `/orders/${order?.id ?? 'po_01K00000000000000000000000'}/${verb}`
        return { method: 'POST', path, expect: () => company.changeOrder(now(), order, verb) }
      }
      case 'snapshot':
        return { method: 'POST', path: '/snapshots', expect: () => company.takeSnapshot(now()) }
      default: {
        const snapshot = pick(company.snapshots)
        const path = `/snapshots/${snapshot?.id ?? 'snp_01K00000000000000000000000'}/restore`
        return { method: 'POST', path, expect: () => company.restoreSnapshot(now(), snapshot) }
      }
    }
  }

  private list({ company }: Actor, n: number, m: number): Play {
    const lists = ['items', 'trash', 'transactions', 'audit', 'orders', 'snapshots'] as const
    const kind = lists[n % lists.length] ?? 'items'
    const filters = {
      items: ['', 'Here', 'There', 'low'],
      trash: ['', 'Here'],
      transactions: ['', 'issue', 'receive', 'initial', 'snapshot_restore'],
      audit: ['', 'create', 'update', 'delete', 'restore'],
      orders: ['', 'draft', 'received'],
      snapshots: [''],
    }[kind]
    const filter = filters[m % filters.length] ?? ''
    const names = { items: 'location', trash: 'location', transactions: 'type', audit: 'action', orders: 'status' }
    const name = filter === 'low' ? 'low_stock' : { ...names, snapshots: '' }[kind]
    const query = filter === '' ? '' : `&${name}=${filter === 'low' ? 'true' : filter}`
    const expect = (): Expected => {
      const { total, ids } = company.list(this.service.now(), kind, filter)
      const learn = (body: unknown) => {
        const { data, pagination } = body as { data: { id: string }[]; pagination: { total: number } }
        const shown = ids && data.map(({ id }) => id).sort()
        const found = JSON.stringify([pagination.total, shown])
        if (found !== JSON.stringify([total, ids]))
          throw new Error(`it lists ${found}, and not ${JSON.stringify([total, ids])}`)
      }
      return { status: 200, learn }
    }
    return { method: 'GET', path: `/${kind}?limit=100${query}`, expect }
  }

  private async retry(n: number): Promise<void> {
    const earlier = this.sent[this.sent.length - 1 - (n % 5)]
    if (earlier) await this.send(earlier.actor, earlier.play, earlier.key)
  }

  private async send(actor: Actor, play: Play, key?: string): Promise<void> {
    const now = this.service.now()
    const admitted = actor.key.spend(now)
    const recorded = key === undefined || !admitted ? null : actor.key.findAnswer(key, now)
    const expected: Expected = !admitted
      ? { status: 429, code: 'rate_limited' }
      : recorded === null
        ? play.expect()
        : { status: Number(recorded.slice(0, 3)) }
    const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
    const { status, body, text } = await actor.call(play.method, play.path as '/items', play.body, headers)
    this.script.push(
      `${play.method} ${play.path} ${JSON.stringify(play.body ?? null)} ${key ?? ''} -> ${status} ${text.slice(0, 300)}`,
    )
    const code = Object(Object(body).error).code
    if (status !== expected.status || code !== expected.code)
      throw new Error(`it answers ${status} ${text}, and not ${expected.status} ${expected.code ?? ''}`)
    if (recorded !== null && recorded.slice(3) !== text)
      throw new Error(`the retry answers ${text}, and not ${recorded}`)
    if (recorded === null && status < 300) expected.learn?.(body as never)
    if (recorded === null && status < 300 && key !== undefined)
      actor.key.answers.set(key, { text: `${status}${text}`, at: now })
  }

  private wait(ms: number): void {
    this.service.setTime(this.service.now() + ms)
    this.script.push(`-- ${new Date(this.service.now()).toISOString()}`)
  }

  private async useDay({ key, secret }: Actor, left: number): Promise<void> {
    const count = key.useDay(this.service.now(), left)
    if (count === null) return
    const { rows } = this.service
    const day = Math.floor(this.service.now() / 86_400_000)
    await rows.db.send(
      new UpdateCommand({
        TableName: rows.name,
        Key: keys.apiKey(hashSecret(secret)),
        UpdateExpression: 'SET #day = :day, day_count = :count',
        ExpressionAttributeNames: { '#day': 'day' },
        ExpressionAttributeValues: { ':day': day, ':count': count },
      }),
    )
    this.script.push(`-- ${left} requests of the day are left`)
  }
}
