import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { type Company, parseCompany } from '../../functions/store/companies/companies'
import { findRows } from '../../functions/store/table/batch-read'
import { keys } from '../../functions/store/table/schema'
import { collectPages, queryPages, type Table } from '../../functions/store/table/table'

/** The rows of a page are read at once, by calls of 100 each. */
const pageSize = 400

/** Sorted by id. */
export function readCompanies(table: Table): Promise<Company[]> {
  return collectPages(readCompanyPages(table))
}

/** Sorted by id, without those that are being erased. */
export async function* readCompanyPages(table: Table): AsyncGenerator<Company[]> {
  let page: string[] = []
  for await (const id of readCompanyIds(table)) {
    if (page.push(id) < pageSize) continue
    yield await findCompanies(table, page)
    page = []
  }
  if (page.length > 0) yield await findCompanies(table, page)
}

/** Of all plans, in ascending order. `after`: an id, for those that come after it. */
export async function* readCompanyIds(table: Table, after = ''): AsyncGenerator<string> {
  const plans = planNames.map((plan) => readIdsOfPlan(table, plan, after))
  const heads = await Promise.all(plans.map((ids) => ids.next()))
  let last = ''
  for (;;) {
    const least = heads.reduce((best, head, index) => (comesBefore(head, heads[best]) ? index : best), 0)
    const [ids, head] = [plans[least], heads[least]]
    if (ids === undefined || head === undefined || head.done) return
    // One whose plan has just changed may be met under both.
    if (head.value !== last) yield head.value
    last = head.value
    heads[least] = await ids.next()
  }
}

/** In ascending order. `after`: an id, for those that come after it. */
async function* readIdsOfPlan(table: Table, plan: Plan, after = ''): AsyncGenerator<string> {
  const { pk, sk } = keys.companyOfPlan(plan, after)
  const { length } = keys.companyOfPlan(plan, '').sk
  const query = {
    KeyConditionExpression: 'pk = :pk AND sk > :after',
    ExpressionAttributeValues: { ':pk': pk, ':after': sk },
  }
  for await (const rows of queryPages(table, query)) for (const row of rows) yield String(row.sk).slice(length)
}

type Head = IteratorResult<string, unknown>

function comesBefore(head: Head, other: Head | undefined): boolean {
  if (head.done) return false
  return other === undefined || other.done === true || head.value < other.value
}

/** A company that was erased since is left out. */
async function findCompanies(table: Table, ids: string[]): Promise<Company[]> {
  const rows = await findRows(table, ids.map(keys.company))
  return rows.flatMap((row) => (row === undefined ? [] : parseCompany(row)))
}
