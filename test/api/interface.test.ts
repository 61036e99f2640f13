import { rehearse } from '../support/rehearse'
import { chooseCases } from '../support/sample'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, useCustomer } from '../support/service'
import { noon } from '../support/table'

const seed = chooseSeed()

// One test for each line of the interface that was decided anew.

const { service, call } = useCustomer()
const get = async (path: `/${string}`) => (await call('GET', path as '/items')).body as never as { data: never[] }
const problem = ({ status, body }: { status: number; body: unknown }) => ({ status, ...Object(Object(body).error) })

const createItem = async (sku: string, fields: object = {}) =>
  (await call('POST', '/items', { name: `Item ${sku}`, sku, ...fields })).body
const createDraft = async (sku: string, fields: object = {}) => {
  const line = { sku, quantity_ordered: 5, unit_cost: '2.50' }
  const supplier = { name: 'Acme', email: 'a@acme.example', phone: '1', reference: 'Q-1' }
  return (await call('POST', '/orders', { supplier, status: 'draft', line_items: [line], ...fields })).body
}

describe('what was fetched can be sent back', () => {
  test('an item: its read-only fields are ignored where they are what is stored, and refused where not', async () => {
    const item = await createItem('A', { location: 'Aisle 1' })
    const { status, body } = await call('PUT', `/items/${item.id}`, item)
    expect([status, body]).toEqual([200, item])
    for (const [field, value] of Object.entries({ id: 'itm_1', created_at: '2020-01-01T00:00:00.000Z', updated_at: 1 }))
      expect(problem(await call('PUT', `/items/${item.id}`, { ...item, [field]: value } as never))).toMatchObject({
        status: 400,
        code: 'invalid_request',
        field,
      })
  })

  test('a draft, with its lines', async () => {
    await createItem('A')
    await createItem('B')
    const draft = await createDraft('A')
    const sent = await call('PUT', `/orders/${draft.id}`, draft as never)
    expect([sent.status, sent.body]).toEqual([200, draft])
    const [line] = draft.line_items
    const changed = {
      ...draft,
      line_items: [
        { sku: 'B', quantity_ordered: 1 },
        { ...line, quantity_ordered: 7 },
      ],
    }
    const { body } = await call('PUT', `/orders/${draft.id}`, changed as never)
    expect(body.line_items.map(({ sku, quantity_ordered }) => [sku, quantity_ordered])).toEqual([
      ['B', 1],
      ['A', 7],
    ])
    expect(body.line_items[1]?.id).toBe(line?.id)
  })

  test.each(
    chooseCases(
      [
        ['total_quantity_received', { total_quantity_received: 3 }],
        ['order_number', { order_number: 'PO-999999' }],
        ['subtotal', { subtotal: '1.00' }],
      ],
      1,
      seed,
    ),
  )('a draft with another %s is refused', async (field, wrong) => {
    await createItem('A')
    const draft = await createDraft('A')
    const answer = await call('PUT', `/orders/${draft.id}`, { ...draft, ...wrong } as never)
    expect(problem(answer)).toMatchObject({ status: 400, code: 'invalid_request', field })
  })

  test.each(
    chooseCases(
      [
        ['line_items[0].name', { name: 'Other' }],
        ['line_items[0].quantity_received', { quantity_received: 1 }],
        ['line_items[0].id', { id: 'pol_none' }],
      ],
      1,
      seed,
    ),
  )('a line with another %s is refused', async (field, wrong) => {
    await createItem('A')
    const draft = await createDraft('A')
    const line_items = [{ ...draft.line_items[0], ...wrong }]
    const answer = await call('PUT', `/orders/${draft.id}`, { line_items } as never)
    expect(problem(answer)).toMatchObject({ status: 400, code: 'invalid_request', field })
  })

  test('the same line twice is refused', async () => {
    await createItem('A')
    const draft = await createDraft('A')
    const line_items = [draft.line_items[0], draft.line_items[0]]
    const answer = await call('PUT', `/orders/${draft.id}`, { line_items } as never)
    expect(problem(answer)).toMatchObject({ status: 400, field: 'line_items[1].id' })
  })
})

test('supplier is merged, and null clears its fields', async () => {
  await createItem('A')
  const draft = await createDraft('A')
  const { body } = await call('PUT', `/orders/${draft.id}`, { supplier: { email: null, phone: '2' } } as never)
  expect(body.supplier).toEqual({ name: 'Acme', email: null, phone: '2', reference: 'Q-1' })
})

describe('invisible characters', () => {
  test.each(
    chooseCases(
      [
        ['sku', 'A\u200bB'],
        ['sku', '\u202eAB'],
        ['barcode', 'A\u00adB'],
        ['name', '\u200b\u200d'],
        ['name', '\u3164'],
        ['location', '\u2800'],
      ],
      2,
      seed,
    ),
  )('%s may not be %j', async (field, value) => {
    const answer = await call('POST', '/items', { name: 'Bolt', sku: 'A', [field]: value })
    expect(problem(answer)).toMatchObject({ status: 400, code: 'invalid_request', field })
  })

  test('a name may have them beside others', async () => {
    const { status } = await call('POST', '/items', { name: 'Fire 👩‍🚒', sku: 'A' })
    expect(status).toBe(201)
  })
})

test.each(
  chooseCases(
    [
      '2026-03-14T11:00Z',
      '2026-03-14T12:00+01:00',
      '2026-03-14T12:00:00+0100',
      '20260314T110000Z',
      '2026-03-14T11:00:00,000Z',
      '2026-03-14T13:00+02',
    ],
    2,
    seed,
  ),
)('%s is a time', async (occurred_at) => {
  await createItem('A', { quantity: 1 })
  const { status, body } = await call('POST', '/transactions', { type: 'issue', sku: 'A', quantity: 1, occurred_at })
  expect([status, Object(body).occurred_at]).toEqual([201, '2026-03-14T11:00:00.000Z'])
})

test('a client’s clock may run ahead by five minutes', async () => {
  await createItem('A', { quantity: 2 })
  const issue = (ms: number) =>
    call('POST', '/transactions', {
      type: 'issue',
      sku: 'A',
      quantity: 1,
      occurred_at: new Date(service.now() + ms).toISOString(),
    })
  expect(noon).toBeGreaterThan(0)
  expect((await issue(4 * 60_000)).status).toBe(201)
  expect(problem(await issue(6 * 60_000))).toMatchObject({ status: 400, field: 'occurred_at' })
})

test('a slash at the end of a path is ignored, also for a retry', async () => {
  await createItem('A')
  expect((await get('/items/')).data).toHaveLength(1)
  const key = { 'Idempotency-Key': 'k' }
  const first = await call('POST', '/items', { name: 'B', sku: 'B' }, key)
  const again = await call('POST', '/items/' as '/items', { name: 'B', sku: 'B' }, key)
  expect(again.text).toBe(first.text)
})

test('sku and barcode find one item, exactly', async () => {
  const item = await createItem('A-1', { barcode: '4006381333931' })
  await createItem('A-10', { barcode: '40063813339310' })
  expect((await get('/items?sku=A-1')).data).toEqual([item])
  expect((await get('/items?sku=a-1')).data).toEqual([])
  expect((await get('/items?barcode=4006381333931')).data).toEqual([item])
  expect((await get('/items?sku=A-1&barcode=40063813339310')).data).toEqual([])
  await call('DELETE', `/items/${item.id}`)
  expect((await get('/trash?sku=A-1')).data).toHaveLength(1)
})

test('search and sort fold case: a final sigma is a sigma', async () => {
  for (const name of ['ΟΔΟΣ', 'οδοσ α', 'Οδός']) await createItem(name, { name })
  for (const search of ['οδος', 'ΟΔΟΣ', 'οδοσ']) {
    const { data } = await get(`/items?search=${encodeURIComponent(search)}`)
    expect(data).toHaveLength(2)
  }
  const sorted = (await get('/items?sort=sku')).data as { sku: string }[]
  expect(sorted.map(({ sku }) => sku)).toEqual(['ΟΔΟΣ', 'οδοσ α', 'Οδός'])
})

test('trash is sorted by deleted_at, both ways', async () => {
  const [a, b] = [await createItem('A'), await createItem('B')]
  await call('DELETE', `/items/${a.id}`)
  service.setTime(service.now() + 1_000)
  await call('DELETE', `/items/${b.id}`)
  const skus = async (sort: string) => ((await get(`/trash${sort}`)).data as { sku: string }[]).map(({ sku }) => sku)
  expect(await skus('?sort=deleted_at')).toEqual(['A', 'B'])
  expect(await skus('?sort=-deleted_at')).toEqual(['B', 'A'])
  expect(await skus('')).toEqual(['B', 'A'])
})

describe('snapshots and restores', () => {
  rehearse('snapshots are filtered by type and status', async () => {
    const { id } = (await call('POST', '/snapshots')).body
    await createItem('A')
    service.setTime(service.now() + 1)
    await call('POST', `/snapshots/${id}/restore`)
    const types = async (query: string) =>
      ((await get(`/snapshots${query}`)).data as { type: string }[]).map(({ type }) => type)
    expect(await types('')).toEqual(['pre_restore', 'manual'])
    expect(await types('?type=manual')).toEqual(['manual'])
    expect(await types('?type=pre_restore&status=ready')).toEqual(['pre_restore'])
    expect(await types('?status=failed')).toEqual([])
    expect(problem(await call('GET', '/snapshots?type=none' as '/snapshots'))).toMatchObject({ field: 'type' })
  })

  rehearse('restores are listed, newest first', async () => {
    const { id } = (await call('POST', '/snapshots')).body
    const restores: string[] = []
    for (const sku of ['A', 'B']) {
      await createItem(sku)
      const { body } = await call('POST', `/snapshots/${id}/restore`)
      restores.unshift(Object(body).id)
      service.setTime(service.now() + 1_000)
    }
    const { data } = await get('/restores')
    expect((data as { id: string }[]).map((restore) => restore.id)).toEqual(restores)
    expect(data[0]).toEqual((await call('GET', `/restores/${restores[0]}` as '/restores/{id}')).body)
  })

  rehearse('the undo of a restore does not count against the plan, once, and within a day', async () => {
    const starter = await createCompanyWithKey(service, 'starter')
    const { id } = (await starter.call('POST', '/snapshots')).body
    await starter.call('POST', '/items', { name: 'A', sku: 'A' })
    const restore = async (snapshot: string) =>
      starter.call('POST', `/snapshots/${snapshot}/restore` as '/snapshots/{id}/restore')
    const first = Object((await restore(id)).body)
    expect(problem(await restore(id))).toMatchObject({ status: 403, code: 'plan_limit_reached' })
    const undo = await restore(first.pre_restore_snapshot_id)
    expect([undo.status, Object(undo.body).status]).toEqual([201, 'completed'])
    expect((await starter.call('GET', '/items')).body.pagination.total).toBe(1)
    expect(problem(await restore(first.pre_restore_snapshot_id))).toMatchObject({ status: 403 })
    expect(problem(await restore(Object(undo.body).pre_restore_snapshot_id))).toMatchObject({ status: 403 })
  })

  test.each(
    chooseCases(
      [
        ['within a day is not counted', 23, 201],
        ['after a day is counted', 25, 403],
      ],
      1,
      seed,
    ),
  )('an undo %s', async (_, hours, status) => {
    service.setTime(noon)
    const starter = await createCompanyWithKey(service, 'starter')
    const { id } = (await starter.call('POST', '/snapshots')).body
    const restore = async (snapshot: string) =>
      starter.call('POST', `/snapshots/${snapshot}/restore` as '/snapshots/{id}/restore')
    const first = Object((await restore(id)).body)
    service.setTime(noon + hours * 3_600_000)
    expect((await restore(first.pre_restore_snapshot_id)).status).toBe(201)
    expect((await restore(id)).status).toBe(status)
  })
})

test('a receive of everything outstanding that is refused names the line, and no field', async () => {
  const { id: item } = await createItem('A')
  const { id } = (
    await call('POST', '/orders', { supplier: { name: 'Acme' }, line_items: [{ sku: 'A', quantity_ordered: 1 }] })
  ).body
  await call('DELETE', `/items/${item}`)
  const answer = await call('POST', `/orders/${id}/receive`)
  expect(problem(answer)).toMatchObject({
    status: 400,
    code: 'item_in_trash',
    message: expect.stringMatching(/pol_.*A/),
  })
  expect(problem(answer).field).toBeUndefined()
})

describe('rows of a batch that have an id', () => {
  const batch = async (items: object[], headers = {}) => {
    const { body } = await call('POST', '/items/batch', { items } as never, headers)
    return Object(body).data as { status: number; item: { sku: string; quantity: number }; error: { code: string } }[]
  }

  test('change that item, beside rows that create', async () => {
    const { id } = await createItem('A', { quantity: 1 })
    const rows = await batch([
      { id, quantity: 5 },
      { name: 'B', sku: 'B' },
      { id: 'itm_none', quantity: 1 },
      { id, revision: 1, name: 'C' },
    ])
    expect(rows.map(({ status, item, error }) => [status, item?.sku ?? error.code])).toEqual([
      [200, 'A'],
      [201, 'B'],
      [404, 'item_not_found'],
      [400, 'version_conflict'],
    ])
  })

  test('are refused, each on its own, where the id is empty or too long for one', async () => {
    const ids = ['', ' ', 'x'.repeat(101), 'x'.repeat(5_000)]
    const rows = await batch([...ids.map((id) => ({ id, sku: 'B' })), { name: 'A', sku: 'A' }])
    expect(rows.map(({ status }) => status)).toEqual([400, 400, 400, 400, 201])
    expect(rows[0]?.error).toMatchObject({ code: 'invalid_request', field: 'id' })
  })

  test('have one effect, however often they are sent', async () => {
    const { id } = await createItem('A', { quantity: 1 })
    const key = { 'Idempotency-Key': 'batch' }
    const first = await batch([{ id, quantity: 5 }], key)
    await call('PUT', `/items/${id}`, { quantity: 9 })
    expect(await batch([{ id, quantity: 5 }], key)).toEqual(first)
    expect((await call('GET', `/items/${id}` as '/items/{id}')).body.quantity).toBe(9)
  })

  test('run in order where they are of one item or SKU', async () => {
    const { id } = await createItem('A')
    const rows = await batch([
      { id, sku: 'B' },
      { name: 'B', sku: 'B' },
      { id, quantity: 3 },
    ])
    expect(rows.map(({ status }) => status)).toEqual([200, 400, 200])
  })

  test('a SKU that one row frees is free for the next ones, and not for earlier ones', async () => {
    const [a, b] = [await createItem('A'), await createItem('B')]
    const rows = await batch([
      { name: 'New', sku: 'B' },
      { id: b.id, sku: 'C' },
      { id: a.id, sku: 'B' },
      { name: 'New', sku: 'A' },
    ])
    expect(rows.map(({ status }) => status)).toEqual([400, 200, 200, 201])
  })
})

describe('rows of a batch with upsert', () => {
  const batch = async (items: object[], headers = {}) => {
    const { body } = await call('POST', '/items/batch', { items } as never, headers)
    const { data } = Object(body) as { data: { status: number; item?: object; error?: object }[] }
    return data.map(({ status, item, error }) => [status, item ?? error])
  }

  test('make the item that has no SKU yet, and change the one that has it: only what is given', async () => {
    const row = { sku: 'A', name: 'Bolt', quantity: 5, location: 'B', upsert: true }
    expect(await batch([row])).toEqual([[201, expect.objectContaining({ name: 'Bolt', quantity: 5, location: 'B' })]])
    const changed = expect.objectContaining({ name: 'Nut', quantity: 5, location: null })
    expect(await batch([{ sku: 'A', name: 'Nut', location: null, upsert: true }])).toEqual([[200, changed]])
    expect(await batch([{ sku: 'A', upsert: true }])).toEqual([[200, changed]])
    expect((await call('GET', '/items')).body.pagination.total).toBe(1)
  })

  test('need what a new item needs where they make one, and no more where they change one', async () => {
    const missing = (field: string) => expect.objectContaining({ code: 'invalid_request', field })
    const rows = [{ sku: 'A' }, { name: 'A' }, { sku: 'A', name: 'A', quantity: -1 }, { sku: 'A', id: 'itm_1' }]
    expect(await batch(rows.map((row) => ({ ...row, upsert: true })))).toEqual([
      [400, missing('name')],
      [400, missing('sku')],
      [400, missing('quantity')],
      [400, missing('upsert')],
    ])
    expect(await batch([{ sku: 'A', name: 'A', upsert: false }])).toEqual([[400, missing('upsert')]])
  })

  test('run in order with rows that name the item otherwise, and again with the SKU that another has freed', async () => {
    const { id } = await createItem('A')
    const rows = await batch([
      { sku: 'A', name: 'First', upsert: true },
      { id, name: 'Second', sku: 'B' },
      { sku: 'A', name: 'New', upsert: true },
      { sku: 'B', quantity: 7, upsert: true },
      { id, name: 'Last' },
    ])
    expect(rows.map(([status, item]) => [status, Object(item).id === id, Object(item).name])).toEqual([
      [200, true, 'First'],
      [200, true, 'Second'],
      [201, false, 'New'],
      [200, true, 'Second'],
      [200, true, 'Last'],
    ])
  })

  test('have one effect, however often they are sent', async () => {
    const key = { 'Idempotency-Key': 'upsert' }
    const rows = [{ sku: 'A', name: 'A', quantity: 5, upsert: true }]
    const first = await batch(rows, key)
    await batch([{ sku: 'A', quantity: 9, upsert: true }])
    expect(await batch(rows, key)).toEqual(first)
    expect((await call('GET', '/items')).body.data).toEqual([expect.objectContaining({ quantity: 9 })])
  })

  test('of one new SKU, sent at once, make one item', async () => {
    const names = Array.from({ length: 8 }, (_, number) => `Name ${number}`)
    const answers = await Promise.all(names.map((name) => batch([{ sku: 'A', name, upsert: true }])))
    expect(answers.map(([row]) => row?.[0]).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201])
    expect((await call('GET', '/items')).body.pagination.total).toBe(1)
  })
})

rehearse('a 201 says where what it created is found', async () => {
  const { id } = await createItem('A', { quantity: 5 })
  const order = { supplier: { name: 'Acme' }, line_items: [{ sku: 'A', quantity_ordered: 1 }] }
  type Created = { status: number; headers: Headers; body: { id: string | null } }
  const created: Created[] = [
    await call('POST', '/items', { name: 'B', sku: 'B' }),
    await call('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 }),
    await call('POST', '/orders', order),
    await call('POST', '/snapshots', {}, { 'Idempotency-Key': 'snapshot' }),
    await call('POST', '/snapshots', {}, { 'Idempotency-Key': 'snapshot' }),
  ]
  const [, sale, , snapshot] = created
  const reversal = await call('POST', `/transactions/${sale?.body.id}/reverse` as '/transactions/{id}/reverse')
  const restore = await call('POST', `/snapshots/${snapshot?.body.id}/restore` as '/snapshots/{id}/restore')
  for (const { status, headers, body } of [...created, reversal, restore] as typeof created) {
    expect(status).toBe(201)
    const path = headers.get('location')?.replace(/^\/v1/, '')
    expect((await call('GET', path as '/items/{id}')).body.id).toBe(body.id)
  }
  const several = await call('POST', '/transactions', { transactions: [{ type: 'issue', item_id: id, quantity: 1 }] })
  expect([several.status, several.headers.get('location')]).toEqual([201, null])
})

test('a body that is too large is 413, in the shape of every error', async () => {
  const { status, body } = await call('POST', '/items', { name: 'x'.repeat(7_000_000), sku: 'A' })
  expect([status, Object(body).error]).toEqual([
    413,
    { code: 'invalid_request', message: expect.stringContaining('6 MB') },
  ])
})
