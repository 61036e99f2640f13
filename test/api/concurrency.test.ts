import type { InventoryClient, Item } from '../../client'
import { runConcurrently } from '../../functions/store/concurrently'
import { tell } from '../support/client'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { createCompanyWithKey, createKey, useService } from '../support/service'

const service = useService()

/** A company with some items, its calls spread over several keys. */
async function openShop(quantities: number[]) {
  const { company, call, client } = await createCompanyWithKey(service)
  const keys = await Promise.all(quantities.map(() => createKey(service, company.id, 'enterprise')))
  const items: Item[] = []
  for (const [index, quantity] of quantities.entries())
    items.push(await client.createItem({ name: 'Bolt', sku: `S-${index}`, quantity }))
  return { client, items, callWith: (number: number) => keys[number % keys.length]?.call ?? call }
}

/** The ledger of an item, from its first row. It verifies, and its rows are linked without a gap. */
async function readLedger(client: InventoryClient, id: string) {
  expect((await client.verifyItem(id)).consistent).toBe(true)
  const ledger = (await client.listTransactions({ item_id: id }).toArray()).reverse()
  for (const [index, row] of ledger.entries()) {
    expect(row.sequence).toBe(index + 1)
    expect(row.quantity_after).toBe(row.quantity_before + row.quantity_change)
    expect(row.quantity_before).toBe(ledger[index - 1]?.quantity_after ?? 0)
  }
  return ledger
}

// What concurrent changes must keep, test/operations/stock.test.ts shows in every run.
rehearse(
  'receive, issue, adjust and count at once, from several keys: every ledger verifies, link by link',
  async () => {
    const { client, items, callWith } = await openShop([30, 30, 30])
    const seed = chooseSeed()
    const movement = (number: number) => {
      const random = Math.abs(Math.sin(seed + number) * 10_000)
      const type = ['receive', 'issue', 'issue', 'adjust', 'count'][Math.floor(random) % 5]
      const size = 1 + (Math.floor(random * 7) % 20)
      return { type, sku: `S-${Math.floor(random * 3) % 3}`, quantity: type === 'adjust' ? 5 - size || 1 : size }
    }
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, number) => {
        const transactions = Array.from({ length: 1 + (number % 3) }, (_, row) => movement(number * 3 + row))
        return callWith(number)('POST', '/transactions', { transactions })
      }),
    )
    for (const { status, body } of answers)
      if (status !== 201) expect([status, body.error.code]).toEqual([400, 'insufficient_stock'])
    const told = answers.flatMap(({ status, body }) => (status === 201 ? body.data : []))
    for (const { id } of items) {
      const ledger = await readLedger(client, id)
      expect(ledger.at(-1)?.quantity_after).toBe((await client.getItem(id)).quantity)
      expect(ledger).toEqual(expect.arrayContaining(told.filter((row) => row.item_id === id)))
    }
  },
  60_000,
)

rehearse(
  'many issues of 1 from several keys at once: as many succeed as are in stock, the rest are refused',
  async () => {
    const [count, stock] = [1_000, 100]
    const { client, items, callWith } = await openShop([stock, 0, 0, 0])
    const [{ id } = { id: '' }] = items
    const told: string[] = []
    // In turn: on a slow machine, too, none waits for a thread for longer than API Gateway waits for a function.
    await runConcurrently(Array(count).keys(), 100, async (index) => {
      const answer = callWith(index)('POST', '/transactions', { type: 'issue', item_id: id, quantity: 1 })
      told.push((await tell(answer)).join(' '))
    })
    const refused = Array(count - stock).fill('400 insufficient_stock quantity')
    expect(told.sort()).toEqual([...Array(stock).fill('201'), ...refused])
    expect(await readLedger(client, id)).toHaveLength(stock + 1)
    expect((await client.getItem(id)).quantity).toBe(0)
  },
  60_000,
)
