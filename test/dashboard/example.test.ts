import type { Order } from '../../client'
import { type Example, endOrders, isLoaded, loadExample } from '../../dashboard/src/home/example/example'

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
