import { updateItem } from '../functions/domain/item'
import { createApiKey, hashOf } from '../functions/store/api-keys'
import type { Table } from '../functions/store/client'
import { createCompany } from '../functions/store/companies'
import { addItem, changeItem } from '../functions/store/item-changes'
import { getLiveItem } from '../functions/store/items'
import { spendRequest } from '../functions/store/meter'
import { moveAll } from '../functions/store/stock-changes'
import { row } from '../test/support/shop'
import { caller } from '../test/support/table'
import { costOf, type Line, type Section } from './measure'

const runs = 50
const fields = {
  name: 'Pneumatic hose, blue, 8 mm inner diameter',
  quantity: 120,
  location: 'Aisle 12, shelf 4, bin 7',
  barcode: '4006381333931',
  reorder_point: 40,
}

/** Single changes and reads, reads of what they change included. */
export async function benchWrites(table: Table): Promise<Section> {
  const { id: companyId, plan } = await createCompany(table, { name: 'Bench', plan: 'enterprise' })
  const who = caller(companyId)
  const named = { companyId, userId: 'usr_1', plan, name: null, expiresAt: null, prefix: 'sk_test_' } as const
  const { secret } = await createApiKey(table, { ...named, scopes: ['read'] })
  let number = 0
  const create = () => addItem(table, who, { ...fields, sku: `PHB-08-BLUE-${number++}` })
  const { id: item_id } = await create()
  const update = () =>
    changeItem(table, who, getLiveItem, item_id, (item, at) => updateItem(item, { location: `Aisle ${number++}` }, at))
  const move = () => moveAll(table, who, [row({ type: 'receive', quantity: 1, item_id })])
  const meter = () => spendRequest(table, hashOf(secret))
  await meter()
  const line = async (what: string, limit: number, run: () => Promise<unknown>): Promise<Line> => {
    return { what, ...(await costOf(table, runs, run)), limit }
  }
  const lines = [
    await line('create an item', 7, create),
    await line('update an item (5, and 1 to read it)', 6, update),
    await line('move stock (5, and 1 to read it)', 6, move),
    await line('get an item', 1, () => getLiveItem(table, companyId, item_id)),
    await line('count a request', 2, meter), // 2 in the run in which a minute begins
  ]
  return { title: 'Single changes and reads', lines, notes: [] }
}
