import type { CreatedItems, InventoryClient } from '../../../../client'
import { makeExampleStock } from '../../../../examples/example'
import { hasCode } from '../../api/errors'

/** An example that is loaded, or is being loaded. Each step adds what it has made: the next attempt goes on from it. */
export type Example = {
  /** The idempotency keys of its requests begin with it. */
  key: string
  /** The day on which it was begun, such as `2026-11-25`: requests that are sent again are the same. */
  day: string
  /** That of the company without it. */
  snapshotId?: string
  itemIds?: string[]
  moved?: true
  orderIds?: string[]
  ordered?: true
}

type Client = Pick<
  InventoryClient,
  'createSnapshot' | 'createItems' | 'createTransactions' | 'createOrder' | 'listItems' | 'getOrder'
> &
  Pick<InventoryClient, 'cancelOrder' | 'closeOrder' | 'deleteOrder'>

export const stepNames = ['snapshotId', 'itemIds', 'moved', 'ordered'] as const

export function beginExample(now = new Date()): Example {
  return { key: crypto.randomUUID(), day: now.toISOString().slice(0, 10) }
}

export function countSteps(example: Example): number {
  return stepNames.filter((name) => example[name] !== undefined).length
}

export function isLoaded(example: Example): boolean {
  return countSteps(example) === stepNames.length
}

/** Takes the steps that are not taken yet, and tells of each. `name`: that of the snapshot. */
export async function loadExample(
  api: Client,
  begun: Example,
  name: string,
  onStep: (example: Example) => void,
): Promise<void> {
  let example = begun
  const stock = makeExampleStock(begun.day)
  const keyOf = (step: string) => ({ idempotencyKey: `${begun.key} ${step}` })
  const add = (made: Partial<Example>) => {
    example = { ...example, ...made }
    onStep(example)
  }
  if (example.snapshotId === undefined) add({ snapshotId: (await api.createSnapshot({ name }, keyOf('snapshot'))).id })
  if (example.itemIds === undefined) {
    const { data } = await api.createItems({ items: stock.items }, keyOf('items'))
    add({ itemIds: data.flatMap(listMade) })
  }
  if (example.moved === undefined) {
    await api.createTransactions({ transactions: stock.movements }, keyOf('movements'))
    add({ moved: true })
  }
  for (const [index, order] of stock.orders.entries()) {
    const { orderIds = [] } = example
    if (orderIds[index] === undefined)
      add({ orderIds: [...orderIds, (await api.createOrder(order, keyOf(`order ${index}`))).id] })
  }
  add({ ordered: true })
}

/** An item that is there already is the company's own. What failed for any other reason is sent again. */
function listMade(row: CreatedItems['data'][number]): string[] {
  if ('error' in row && row.error.code !== 'sku_already_exists') throw new Error(row.error.message)
  return 'item' in row ? [row.item.id] : []
}

/** Its items that are not in the trash yet. */
export async function listLiveItems(api: Client, { itemIds = [] }: Example): Promise<string[]> {
  if (itemIds.length === 0) return []
  const { data } = await api.listItems({ ids: itemIds.join(','), limit: 100 })
  return data.map(({ id }) => id)
}

/** Deletes drafts, cancels what is not received, and closes what is received in part. */
export async function endOrders(api: Client, { key, orderIds = [] }: Example): Promise<void> {
  for (const id of orderIds) {
    const order = await api.getOrder(id).catch((error: unknown) => {
      if (hasCode(error, 'order_not_found')) return null
      throw error
    })
    const options = { idempotencyKey: `${key} end ${id}` }
    if (order?.status === 'draft') await api.deleteOrder(id, options)
    if (order?.status === 'ordered') await api.cancelOrder(id, {}, options)
    if (order?.status === 'partially_received') await api.closeOrder(id, options)
  }
}
