import { join } from 'node:path'
import { keys } from '../../functions/store/table/schema'
import { expectRefused, useTools } from '../support/command'
import { changeRow } from '../support/damage'
import { deleteRows } from '../support/empty-table'
import { createItem } from '../support/items'
import { backdateSuspension } from '../support/moving'
import { signInAs } from '../support/people'
import { isOwnedBy, scanTable } from '../support/scan'
import { createCompanyWithKey, useService } from '../support/service'

const service = useService()
const tools = useTools(service)
const companies = (...args: string[]) => tools.run('companies', ...args, '--json')

test('an import says what the company gets; what does not hold later is not resumed without a word', async () => {
  const customer = await createCompanyWithKey(service, 'professional')
  const { id, name } = customer.company
  const item = await createItem(customer.client, 'A', { quantity: 7 })
  const { email } = await signInAs(service, customer, 'owner')
  const [file, key] = [join(tools.folder, 'move.gz'), join(tools.folder, 'move.key')]
  await companies('suspend', '--company', id)
  await backdateSuspension(service.rows, id)
  const out = await companies('export', '--company', id, '--rows', '--out', file, '--key-file', key)
  expect(out).toMatchObject({ status: 0 })
  await deleteRows(
    service.rows,
    (await scanTable(service.rows)).filter((row) => isOwnedBy(id, row)),
  )

  const bring = (...args: string[]) => companies('import', file, '--key-file', key, ...args)
  await expectRefused(bring('--plan', 'starter'), 'has the plan professional in it, and not starter', 1)
  expect((await scanTable(service.rows)).filter((row) => isOwnedBy(id, row))).toEqual([])
  const { stdout, stderr } = await bring('--plan', 'professional')
  expect(JSON.parse(stdout)).toMatchObject({ findings: 0, usable_keys: 1, people: { owner: [email], member: [] } })
  expect(stderr).toContain(
    `The company ${id} is ${name}, on the plan professional: 300 requests a minute, 100,000 a day.`,
  )

  // As an import leaves a company in which something was found.
  await changeRow(service.rows, keys.company(id), { quarantine_at: 1 })
  await changeRow(service.rows, keys.item(id, item.id), { quantity: 999 })
  const words = await expectRefused(companies('resume', '--company', id), `the company ${id} is in quarantine`)
  for (const part of ['wrong_quantity', 'in the source', '--with-findings']) expect(words).toContain(part)
  expect((await customer.call('GET', '/items')).status).toBe(403)
  await changeRow(service.rows, keys.item(id, item.id), { quantity: 7 })
  expect((await companies('resume', '--company', id)).status).toBe(0)
  expect((await customer.call('GET', '/items')).body).toMatchObject({ data: [{ quantity: 7 }] })
})
