import { readCompanyIds, readCompanyPages } from '../../admin/companies/company-pages'
import { planNames } from '../../functions/domain/companies/plan'
import { collectPages } from '../../functions/store/client'
import { keys } from '../../functions/store/schema'
import { deleteRow } from '../support/damage'
import { interceptSends } from '../support/dying'
import { putRows } from '../support/put-rows'
import { useTable } from '../support/table'

const count = 450
const ids = Array.from({ length: count }, (_, n) => `cmp_${String(n).padStart(4, '0')}`)
const planOf = (n: number) => planNames[(n * 7 + (n >> 4)) % 3] ?? 'starter'

const engine = useTable()
beforeAll(async () => {
  const rows = ids.flatMap((id, n) => [
    { ...keys.company(id), id, name: `Company ${n}`, plan: planOf(n), user_id: `usr_${n}`, created_at: n },
    keys.companyOfPlan(planOf(n), id),
  ])
  await putRows(engine.table, rows)
})

test('companies of all plans come by id, with a call for 100 of them and not for each', async () => {
  const calls: string[] = []
  const table = interceptSends(engine.table, (send, command) => {
    calls.push(command.constructor.name)
    return send(command)
  })
  const sizes: number[] = []
  const found = []
  for await (const page of readCompanyPages(table)) {
    sizes.push(page.length)
    found.push(...page)
    // The first page is there before the second one is read.
    if (sizes.length === 1) expect(calls.filter((name) => name === 'BatchGetCommand')).toHaveLength(4)
  }
  expect(found.map(({ id, plan }) => [id, plan])).toEqual(ids.map((id, n) => [id, planOf(n)]))
  expect(sizes).toEqual([400, 50])
  expect(calls.sort()).toEqual([...Array(5).fill('BatchGetCommand'), ...Array(3).fill('QueryCommand')])
})

test('one that is met under two plans comes once, one that was erased not at all; after an id, those behind it', async () => {
  const [moved = '', gone = ''] = ids.slice(-3)
  await putRows(
    engine.table,
    planNames.map((plan) => keys.companyOfPlan(plan, moved)),
  )
  await deleteRow(engine.table, keys.company(gone))
  const after = ids.at(-4)
  expect(await collectIds(after)).toEqual(ids.slice(-3))
  expect(await collectIds(ids.at(-1))).toEqual([])
  const found = (await collectPages(readCompanyPages(engine.table))).map(({ id }) => id)
  expect(found).toEqual(ids.filter((id) => id !== gone))
})

async function collectIds(after?: string): Promise<string[]> {
  const found: string[] = []
  for await (const id of readCompanyIds(engine.table, after)) found.push(id)
  return found
}
