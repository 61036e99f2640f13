import { localAccess } from '../../../cli/target'
import { openDeliveriesQueue } from '../../../functions/runtime/queues/deliveries-queue'
import { serve } from '../../../local/serve'

/** A queue whose calls are answered with these statuses, one after the other. */
async function openQueue(...statuses: number[]) {
  const { endpoint, stop } = await serve((_, response) => {
    const status = statuses.shift() ?? 500
    response.writeHead(status, { 'Content-Type': 'application/x-amz-json-1.0' }).end('{"Successful":[]}')
  })
  const queue = openDeliveriesQueue(`${endpoint}/queue`, { ...localAccess, endpoint, maxAttempts: 1 })
  const names = { company_id: 'cmp_1', webhook_id: 'whk_1' }
  const messages = Array.from({ length: 25 }, (_, n) => {
    return { message: { ...names, delivery_id: `dlv_${n}`, attempt: 0 }, delayMs: 0 }
  })
  return { send: () => queue(messages), stop }
}

test('a queue that fails after some calls has taken what it took: it is not sent again', async () => {
  const { send, stop } = await openQueue(200, 500, 200)
  expect(await send()).toEqual([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24])
  await stop()
})

test('a queue that fails at once says why', async () => {
  const { send, stop } = await openQueue(500)
  await expect(send()).rejects.toThrow()
  await stop()
})
