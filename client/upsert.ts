import { getAnswer, keepAnswer } from './answer'
import { makeApiError } from './errors'
import type { Methods } from './generated/methods'
import type { CreatedItems, Item, UpsertItemRow } from './generated/types'
import type { ChangeOptions, ClientOptions } from './options'
import { computeWait, wait } from './retry'

/** The `sku` names the live item to change: what is left out stays. Where there is none, it is made: with a name. */
export type UpsertItem = Omit<UpsertItemRow, 'upsert'>

export interface Items {
  /** Returns the item. Where the row is refused, throws its error. `POST /items/batch` */
  upsert(row: UpsertItem, options?: ChangeOptions): Promise<Item>
  /** Up to 100 rows, each on its own: a row of the result has an `item` or an `error`. `POST /items/batch` */
  upsert(rows: UpsertItem[], options?: ChangeOptions): Promise<CreatedItems>
}

export function makeItems(createItems: Methods['createItems'], options: ClientOptions): Items {
  function upsert(row: UpsertItem, callOptions?: ChangeOptions): Promise<Item>
  function upsert(rows: UpsertItem[], callOptions?: ChangeOptions): Promise<CreatedItems>
  async function upsert(given: UpsertItem | UpsertItem[], callOptions: ChangeOptions = {}) {
    const rows = Array.isArray(given) ? given : [given]
    const body = { items: rows.map((row) => ({ ...row, upsert: true as const })) }
    const send = (keyed: ChangeOptions) => createItems(body, keyed)
    return Array.isArray(given) ? send(callOptions) : upsertOne(send, options, callOptions)
  }
  return { upsert }
}

type Send = (options: ChangeOptions) => Promise<CreatedItems>

/** A row that met a passing fault is sent again under its key, though the answer as a whole is a success. */
async function upsertOne(send: Send, { retry = {}, onRetry }: ClientOptions, callOptions: ChangeOptions) {
  const keyed = { ...callOptions, idempotencyKey: callOptions.idempotencyKey ?? crypto.randomUUID() }
  for (let attempt = 1; ; attempt++) {
    const result = await send(keyed)
    const [row] = result.data
    if (row === undefined) throw new Error('the answer has no row')
    const { status } = row
    const { headers } = getAnswer(result)
    if ('item' in row) return keepAnswer({ status, headers, body: row.item }) as Item
    const waitMs = computeWait({ status, headers, body: null }, attempt, retry)
    if (waitMs === null) throw makeApiError(status, headers, row)
    onRetry?.({ method: 'POST', path: '/items/batch', attempt, status, error: null, waitMs })
    await wait(waitMs, callOptions.signal)
  }
}
