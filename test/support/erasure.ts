import { createCompany, setSuspended } from '../../admin/companies/companies'
import { type Erasure, eraseCompany } from '../../admin/companies/erase-company'
import type { FoundPerson } from '../../functions/store/companies/person-row'
import { keys, type Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { emptyTable } from './empty-table'
import { openFullCompany } from './full-company'
import { putRows } from './put-rows'
import { formatRow, isOwnedBy, scanTable } from './scan'
import { chooseSize } from './size'
import { noon, useTable } from './table'

/** Small, so that the table has many pages. */
const pageRows = chooseSize({ quick: 20, thorough: 7 })
/** The time at which each test begins. */
export const begun = noon + 3_600_000

/** Provides a company to erase, among others, as it was before each test. */
export class ErasureStory {
  readonly engine = useTable()
  readonly table = this.engine.table
  acme = {} as Awaited<ReturnType<typeof openFullCompany>>
  companyId = ''
  /** All rows before each test. */
  before: Row[] = []

  constructor() {
    beforeAll(() => this.fill())
    beforeEach(async () => {
      this.engine.setTime(begun)
      await this.reset()
    })
  }

  private async fill(): Promise<void> {
    const { engine, table } = this
    // Each names the other in what clients may choose, and one has an id that begins with the other's.
    const other = await openFullCompany(engine, 'cmp_other')
    this.acme = await openFullCompany(engine, other.shop.companyId)
    this.companyId = this.acme.shop.companyId
    await openFullCompany(engine, this.companyId)
    await createCompany(table, { name: 'Longer id', plan: 'enterprise', id: `${this.companyId}0` })
    await putRows(table, [{ ...keys.webhookKey(), sealed: this.companyId }])
    await setSuspended(table, this.companyId)
    this.before = await scanTable(table)
  }

  async reset(): Promise<void> {
    await emptyTable(this.table, this.before)
    await putRows(this.table, this.before)
  }

  isOwn = (row: Row) => isOwnedBy(this.companyId, row)

  get own(): Row[] {
    return this.before.filter(this.isOwn)
  }

  pass(ms: number): void {
    this.engine.setTime(this.table.now() + ms)
  }

  /** Waits by setting the clock. */
  makeTools() {
    const [removed, reports] = [[] as string[], [] as string[]]
    const waits: number[] = []
    const tools = {
      removeKey: async (id: string) => void removed.push(id),
      removePerson: async ({ row }: FoundPerson) => void removed.push(row.email),
      wait: async (ms: number) => {
        waits.push(ms)
        this.pass(ms)
      },
      report: (text: string) => void reports.push(text),
      pageRows,
    }
    return { tools, removed, waits, reports }
  }

  /** `own`: tools instead of the usual ones. */
  erase(on: Table = this.table, own: Partial<Parameters<typeof eraseCompany>[2]> = {}): Promise<Erasure> {
    return eraseCompany(on, this.companyId, { ...this.makeTools().tools, ...own })
  }

  /** Nothing of the company is left, and everything of the others is as it was. */
  async expectErased(): Promise<void> {
    const left = await scanTable(this.table)
    const found = new Set(left.map(formatRow))
    const others = new Set(this.before.filter((row) => !this.isOwn(row)).map(formatRow))
    expect([...found].filter((row) => !others.has(row))).toEqual([])
    expect([...others].filter((row) => !found.has(row))).toEqual([])
    const naming = left.filter((row) => JSON.stringify(row).includes(this.companyId))
    const chosen = /^(STACK|SKU|IDEMPOTENCY|ITEMS|LOG|RESTORES|ORDERS|RECEIPTS|COMPANY|PLAN)#/
    expect(naming.filter((row) => this.isOwn(row) || !chosen.test(String(row.pk)))).toEqual([])
  }
}
