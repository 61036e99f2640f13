import { once } from 'node:events'
import { startInventory } from '../support/command'
import { rehearse } from '../support/rehearse'
import { useCustomer } from '../support/service'
import { runSpreadsheet } from '../support/spreadsheet'

const { service, customer, client } = useCustomer()
const access = () => ({ baseUrl: service.baseUrl, secret: customer.secret })
const run = (...args: string[]) => runSpreadsheet('events', args, access())
const parse = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function createItem(sku: string) {
  await client.createItem({ name: 'Item', sku })
  service.setTime(service.now() + 16_000)
}

test('it prints lines of JSON, and where to go on', async () => {
  await createItem('A')
  const first = await run()
  expect([first.status, parse(first.stdout).map(({ type }) => type)]).toEqual([0, ['item.created']])
  const [, cursor = ''] = /--after (\S+)/.exec(first.stderr) ?? []
  await createItem('B')
  const second = await run('--after', cursor)
  expect(parse(second.stdout).map(({ data }) => data.object.sku)).toEqual(['B'])
  expect((await run('--types', 'order.*')).stdout).toBe('')
})

rehearse('it follows, and ends cleanly', async () => {
  await createItem('A')
  const env = { INVENTORY_BASE_URL: service.baseUrl, INVENTORY_API_KEY: customer.secret }
  const child = startInventory(['events', '--follow'], env)
  let stderr = ''
  child.stderr.on('data', (text) => {
    stderr += text
  })
  const [line] = await once(child.stdout, 'data')
  expect(JSON.parse(String(line)).type).toBe('item.created')
  child.kill('SIGINT')
  const [status] = await once(child, 'close')
  expect([status, stderr]).toEqual([0, expect.stringMatching(/^To go on from here: --after \S+\n$/)])
})

test.each([
  [['--after', 'x', '--since', '2026-03-14T12:00:00Z'], 2, '--since must be left out where --after is given'],
  [['--types', 'item.sold'], 1, "The 'types' field must be one or more of"],
  [['--after', 'nonsense'], 1, 'must be a cursor that the service gave out'],
])('%s: a clear error', async (args, status, message) => {
  const outcome = await run(...args)
  expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringContaining(message)])
})
