import type { Account, Order } from '../../client'
import { type Example, endOrders, isLoaded, loadExample } from '../../dashboard/src/home/example/example'
import { isBeginning, isEmptyCompany, listSteps, toggleStep } from '../../dashboard/src/home/first-hour/steps'
import { makeExampleStock } from '../../examples/example'

const begun: Example = { key: 'k', day: '2026-11-25' }

const made = { index: 0, status: 201, item: { id: 'itm_1' } }

/** A service that notes what it is asked, and fails when `failing` is asked for. `rows`: its answer to the items. */
function makeService(failing: string | null, statuses: Order['status'][] = [], rows: unknown[] = [made]) {
  const asked: string[] = []
  const answer =
    (name: string, result: unknown) =>
    async (...given: unknown[]) => {
      const options = given.at(-1) as { idempotencyKey?: string } | undefined
      asked.push(options?.idempotencyKey ?? `${name} ${given[0]}`)
      if (options?.idempotencyKey === failing) throw new Error('no answer')
      return typeof result === 'function' ? result(...given) : result
    }
  const api = {
    createSnapshot: answer('snapshot', { id: 'snp_1' }),
    createItems: answer('items', { data: rows }),
    createTransactions: answer('movements', { data: [] }),
    createOrder: answer('order', { id: 'po_1' }),
    getOrder: answer('get', () => ({ status: statuses.shift() })),
    cancelOrder: answer('cancel', {}),
    closeOrder: answer('close', {}),
    deleteOrder: answer('delete', {}),
  } as unknown as Parameters<typeof loadExample>[0]
  return { api, asked }
}

test('after a failure, it goes on with the step that failed, under the same key', async () => {
  let kept = begun
  const keep = (example: Example) => {
    kept = example
  }
  const broken = makeService('k order 1')
  await expect(loadExample(broken.api, begun, 'Before', keep)).rejects.toThrow('no answer')
  expect(broken.asked).toEqual(['k snapshot', 'k items', 'k movements', 'k order 0', 'k order 1'])
  expect(kept).toMatchObject({ snapshotId: 'snp_1', itemIds: ['itm_1'], moved: true, orderIds: ['po_1'] })
  expect(isLoaded(kept)).toBe(false)
  const mended = makeService(null)
  await loadExample(mended.api, kept, 'Before', keep)
  expect(mended.asked).toEqual(['k order 1'])
  expect(isLoaded(kept)).toBe(true)
})

test('items are done where each was made or is there already', async () => {
  const refuse = (status: number, code: string) => ({ index: 1, status, error: { code, message: 'Not now.' } })
  const add = jest.fn()
  for (const late of [refuse(429, 'resource_busy'), refuse(500, 'internal_error')]) {
    const { api, asked } = makeService(null, [], [made, late])
    await expect(loadExample(api, { ...begun, snapshotId: 'snp_1' }, 'Before', add)).rejects.toThrow('Not now.')
    expect(asked).toEqual(['k items'])
  }
  expect(add).not.toHaveBeenCalled()
  const { api } = makeService(null, [], [made, refuse(409, 'sku_already_exists')])
  await loadExample(api, { ...begun, snapshotId: 'snp_1' }, 'Before', add)
  expect(add).toHaveBeenCalledWith(expect.objectContaining({ itemIds: ['itm_1'], moved: true }))
})

test('each order ends as its state allows', async () => {
  const { api, asked } = makeService(null, ['draft', 'ordered', 'partially_received', 'received'])
  await endOrders(api, { ...begun, orderIds: ['a', 'b', 'c', 'd'] })
  expect(asked).toEqual(['get a', 'k end a', 'get b', 'k end b', 'get c', 'k end c', 'get d'])
})

const empty = { items: 0, low_stock: 0, units: 0, orders_open: 0, orders_overdue: 0, trash: 24 }
const none = { ticked: [], hidden: false }
const nothing = { exampleItems: 0, reorderPoints: 0 }

function makeAccount(role: 'owner' | 'member', totals: Partial<Account['totals']>): Account {
  return { person: { role }, totals: { ...empty, ...totals } } as Account
}

const doneOf = (...given: Parameters<typeof listSteps>) =>
  listSteps(...given).flatMap(({ name, isDone }) => (isDone ? [name] : []))

test('items in the trash do not make a company full', () => {
  expect(isEmptyCompany(empty)).toBe(true)
  expect(isEmptyCompany({ ...empty, orders_open: 1 })).toBe(false)
})

test('a member is not asked to do what is for owners', () => {
  expect(listSteps(makeAccount('owner', {}), none, nothing)).toHaveLength(4)
  expect(listSteps(makeAccount('member', {}), none, nothing).map(({ name }) => name)).toEqual(['items', 'reorder'])
})

test('the counts tell what is done, low or not, but what the example brings does not count', () => {
  expect(doneOf(makeAccount('owner', { items: 3 }), none, { ...nothing, reorderPoints: 1 })).toEqual([
    'items',
    'reorder',
  ])
  expect(
    doneOf(makeAccount('owner', { items: 26, low_stock: 4 }), none, { exampleItems: 24, reorderPoints: 24 }),
  ).toEqual([])
})

test('what the totals do not tell is ticked, and can be taken back', () => {
  const ticked = toggleStep(none, 'invite')
  expect(doneOf(makeAccount('owner', {}), ticked, nothing)).toEqual(['invite'])
  expect(toggleStep(ticked, 'invite')).toEqual(none)
})

test('the example never sells more than there is, and fits into one request each', () => {
  const { items, movements, orders } = makeExampleStock('2026-11-25')
  const left = new Map(items.map(({ sku, quantity = 0 }) => [sku, quantity]))
  for (const { type, sku, quantity } of movements) {
    const after = (left.get(sku ?? '') ?? 0) + (type === 'issue' ? -quantity : quantity)
    expect(after).toBeGreaterThanOrEqual(0)
    left.set(sku ?? '', after)
  }
  expect(movements.length).toBeLessThanOrEqual(40)
  expect(orders.map(({ line_items }) => line_items.length)).toEqual([3, 2])
  expect(makeExampleStock('2026-11-25')).toEqual(makeExampleStock('2026-11-25'))
})

test('a young company is led on each device until the totals tell that it has begun', () => {
  const now = Date.parse('2026-11-29')
  const isLed = (created: string, totals: Partial<Account['totals']>) =>
    isBeginning({ ...makeAccount('owner', totals), company: { created_at: created } } as Account, now)
  expect([isLed('2026-11-25', { items: 40 }), isLed('2026-11-25', { items: 40, low_stock: 1 })]).toEqual([true, false])
  expect([isLed('2026-01-25', { items: 40 }), isLed('2026-01-25', {})]).toEqual([false, true])
})
