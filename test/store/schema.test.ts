import { getOwner, keys } from '../../functions/store/schema'

const acme = 'cmp_01K00000000000000000000001'
const other = 'cmp_01K00000000000000000000002'
const of = (companyId: string) => ({ companyId })

test('each kind of row tells its company: by the exact part of a key, or by an attribute', () => {
  const rows = [
    keys.company(acme),
    keys.companyOfPlan('starter', acme),
    keys.principalOfCompany(acme, 'key_1'),
    keys.jobOfCompany(acme, '01K'),
    keys.item(acme, 'itm_1'),
    keys.sku(acme, 'S'),
    keys.log(acme, '01K', 0),
    keys.logMonth(acme, '2026-03'),
    keys.logBlocks(acme, '2026-03-14', 0),
    keys.order(acme, 'po_1'),
    keys.receipt(acme, 'po_1', 'rcp_1'),
    keys.catalogue(acme, 'HEAD'),
    keys.snapshot(acme, 'snp_1'),
    keys.restore(acme, 'rst_1'),
    keys.restoreLock(acme),
    keys.idempotency(acme, 'k', null),
    keys.idempotency(acme, 'k', 7),
    keys.webhook(acme, 'whk_1'),
    keys.webhookCount(acme),
    keys.webhookEvent(acme, 'evt_1'),
    keys.delivery(acme, 'whk_1', 'dlv_1'),
    { ...keys.dueDelivery('dlv_1', 1_773_489_600_000), company_id: acme },
    { ...keys.principal('hash'), company_id: acme },
    { ...keys.principalById('key_1'), company_id: acme },
    { ...keys.chunk('01K', 0), company_id: acme },
  ]
  for (const row of rows) expect([row.pk, getOwner(row)]).toEqual([row.pk, of(acme)])
})

test('what a client chooses never makes a row another company’s: ids in SKUs and idempotency keys, and prefixes', () => {
  for (const text of [other, `#${other}#`, `COMPANY#${other}`, '#', '##']) {
    expect(getOwner(keys.sku(acme, text))).toEqual(of(acme))
    expect(getOwner(keys.idempotency(acme, text, 1))).toEqual(of(acme))
  }
  expect(getOwner(keys.item(`${acme}2`, 'itm_1'))).toEqual(of(`${acme}2`))
})

test('a chunk of before chunks named their company is known by its set; another row without a company is an error', () => {
  expect(getOwner(keys.chunk('01K', 12))).toEqual({ chunkSet: '01K' })
  const due = keys.dueDelivery('dlv_1', 1_773_489_600_000)
  for (const row of [
    keys.principal('hash'),
    keys.principalById('key_1'),
    due,
    { ...keys.chunk('01K', 0), company_id: 7 },
  ])
    expect(() => getOwner(row)).toThrow('names no company')
})

test('the check value of the master key is of the stack, and of no company', () => {
  expect(getOwner(keys.webhookKey())).toEqual({ stack: true })
  expect(getOwner({ ...keys.webhookKey(), company_id: acme })).toEqual({ stack: true })
})

test.each(['WEBHOOK#1', 'COMPANYX#1', 'toString#1', 'COMPANY', '', '#'])(
  'a row with the partition %j is of an unknown kind, or names nobody',
  (pk) => {
    expect(() => getOwner({ pk, sk: 'x' })).toThrow(/unknown kind|names nobody/)
  },
)
