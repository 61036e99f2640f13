import { openLocalTable } from '../../cli/target'
import { updateItem } from '../../functions/domain/item'
import { addItem, changeItem } from '../../functions/store/item-changes'
import { getItem, getLiveItem } from '../../functions/store/items'
import { type Fate, startLosingProxy } from '../support/losing-proxy'
import { bolt, caller, startTestTable, type TestTable } from '../support/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

test.each<Fate>(['lose-answer', 'lose-request'])('%s, several times: the change takes effect once', async (fault) => {
  const who = caller(`cmp_${fault}`)
  const { id } = await addItem(engine.table, who, bolt)
  let faults = 4 // more than the SDK tries on its own
  const proxy = await startLosingProxy(engine.endpoint, (operation) =>
    operation === 'TransactWriteItems' && faults-- > 0 ? fault : 'pass',
  )
  const unreliable = { ...openLocalTable(engine.table.name, proxy.endpoint), now: engine.table.now }
  try {
    const addFive = (item: { quantity: number }) => ({ quantity: item.quantity + 5 })
    await changeItem(unreliable, who, getLiveItem, id, (item, at) => updateItem(item, addFive(item), at))
  } finally {
    await proxy.stop()
  }
  expect(faults).toBeLessThanOrEqual(0)
  expect(await getItem(engine.table, who.companyId, id)).toMatchObject({ quantity: 5, rev: 2, sequence: 1 })
})
