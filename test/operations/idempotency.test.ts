import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { GetCommand, TransactGetCommand } from '@aws-sdk/lib-dynamodb'
import { runChange } from '../../functions/operations/run-change'
import { createTransactions } from '../../functions/operations/stock/create-transactions'
import type { Table } from '../../functions/store/client'
import { claimKey, findAnswer, releaseKey } from '../../functions/store/commit/idempotency'
import { interceptSends } from '../support/dying'
import { makeMovementRow, openShop, renderJson, type Shop } from '../support/shop'
import { useTable } from '../support/table'

const engine = useTable()

const keyOf = (fingerprint: string) => ({ key: 'k', fingerprint: fingerprint.repeat(43), row: null })

const issue = ({ context }: Shop, { table, fingerprint }: { table: Table; fingerprint: string }) => {
  const keyed = { ...context, table, idempotency: keyOf(fingerprint) }
  return runChange(
    keyed,
    () => createTransactions(keyed, [makeMovementRow({ type: 'issue', quantity: 1, sku: 'A' })]),
    ([issued]) => renderJson(issued),
  )
}

test('a key that is given back a second time, since the first answer was lost, stays with the request that has it now', async () => {
  const shop = await openShop(engine.table)
  await shop.stockItem('A', 1)
  await claimKey(engine.table, shop.companyId, keyOf('a'))
  await releaseKey(engine.table, shop.companyId, keyOf('a'))
  const { answer } = await issue(shop, { table: engine.table, fingerprint: 'b' })
  await releaseKey(engine.table, shop.companyId, keyOf('a'))
  await releaseKey(engine.table, shop.companyId, keyOf('b')) // nor does its own request give back what it was answered under
  expect(await findAnswer(engine.table, shop.companyId, keyOf('b'))).toEqual(answer)
})

test('a retry that sees the change of its original, whose transaction is not over yet, waits for its record', async () => {
  const shop = await openShop(engine.table)
  await shop.stockItem('A', 1)
  const first = await issue(shop, { table: engine.table, fingerprint: 'a' })
  let conflicts = 2
  const halfCommitted = interceptSends(engine.table, async (send, command) => {
    const ofRecord = JSON.stringify(command.input).includes('IDEMPOTENCY#')
    if (ofRecord && command instanceof GetCommand) return {} // DynamoDB shows the row as it was
    if (ofRecord && command instanceof TransactGetCommand && conflicts-- > 0)
      throw new TransactionCanceledException({ message: 'conflict', $metadata: {} })
    return send(command)
  })
  const again = await issue(shop, { table: halfCommitted, fingerprint: 'a' })
  expect(again).toEqual({ answer: first.answer, replayed: true })
  expect(conflicts).toBeLessThan(0)
})
