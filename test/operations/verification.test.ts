import { verifyCompany } from '../../functions/operations/companies/verification/verify-company'
import { openFullCompany } from '../../testing/full-company'
import { startTestTable, type TestTable } from '../../testing/table'

let engine: TestTable
beforeAll(async () => {
  engine = await startTestTable()
})
afterAll(() => engine.stop())

test('a company with rows of every kind holds', async () => {
  const { shop } = await openFullCompany(engine, 'x')
  const lines: string[] = []
  const verification = await verifyCompany(engine.table, shop.companyId, { report: (text) => lines.push(text), scan: true })
  console.log(lines, JSON.stringify(verification, null, 1))
  expect(verification.findings).toEqual([])
})
