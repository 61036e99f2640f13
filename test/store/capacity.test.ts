import { restoreItem, trashItem, updateItem } from '../../functions/domain/item'
import { createApiKey, hashOf } from '../../functions/store/api-keys'
import { createCompany } from '../../functions/store/companies'
import { addItem, changeItem } from '../../functions/store/item-changes'
import { getItem, getLiveItem } from '../../functions/store/items'
import { spendRequest } from '../../functions/store/meter'
import { chargedFor } from '../support/capacity'
import { caller, startTestTable, type TestTable } from '../support/table'

// What things cost, in the engine's own accounting: the budgets of the design, exact. An item of ordinary size.

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

const ordinary = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  sku: 'PHB-08-BLUE-25M',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}
const who = caller()
let number = 0
const added = () => addItem(engine.table, who, { ...ordinary, sku: `${ordinary.sku}-${number++}` })

test('create: 7 WCU (item 2, SKU 2, log 2, index 1) in one call', async () => {
  expect(await chargedFor(engine.table, added)).toEqual({ units: 7, calls: 1 })
})

test('update: 5 WCU (item 2, log 2, index 1) after a read of 1 RCU', async () => {
  const { id } = await added()
  const update = () =>
    changeItem(engine.table, who, getLiveItem, id, (item, at) => updateItem(item, { quantity: 7, name: 'Hose' }, at))
  expect(await chargedFor(engine.table, update)).toEqual({ units: 5 + 1, calls: 2 })
})

test('update of the SKU: 9 WCU, two guards more', async () => {
  const { id } = await added()
  const update = () =>
    changeItem(engine.table, who, getLiveItem, id, (item, at) => updateItem(item, { sku: 'OTHER' }, at))
  expect(await chargedFor(engine.table, update)).toEqual({ units: 9 + 1, calls: 2 })
})

test('delete and restore: 7 WCU each, with the SKU', async () => {
  const { id } = await added()
  const remove = () => changeItem(engine.table, who, getLiveItem, id, (item, at) => trashItem(item, 'usr_1', at))
  expect(await chargedFor(engine.table, remove)).toEqual({ units: 7 + 1, calls: 2 })
  const restore = () => changeItem(engine.table, who, getItem, id, (item, at) => restoreItem(item, undefined, at))
  expect(await chargedFor(engine.table, restore)).toEqual({ units: 7 + 1, calls: 2 })
})

test('an update that changes nothing: the read alone', async () => {
  const { id } = await added()
  const update = () =>
    changeItem(engine.table, who, getLiveItem, id, (item, at) => updateItem(item, { name: item.name }, at))
  expect(await chargedFor(engine.table, update)).toEqual({ units: 1, calls: 1 })
})

test('get: 1 RCU', async () => {
  const { id } = await added()
  expect(await chargedFor(engine.table, () => getLiveItem(engine.table, who.companyId, id))).toEqual({
    units: 1,
    calls: 1,
  })
})

test('meter: 1 WCU, in one call once the minute is open', async () => {
  const company = await createCompany(engine.table, { name: 'Test', plan: 'starter' })
  const key = {
    companyId: company.id,
    userId: 'usr_1',
    plan: company.plan,
    name: null,
    expiresAt: null,
    prefix: 'sk_test_',
  } as const
  const { secret } = await createApiKey(engine.table, { ...key, scopes: ['read'] })
  await spendRequest(engine.table, hashOf(secret))
  expect(await chargedFor(engine.table, () => spendRequest(engine.table, hashOf(secret)))).toEqual({
    units: 1,
    calls: 1,
  })
})
