import { createCompany, suspendCompany } from '../../admin/companies/companies'
import { releaseCompany } from '../../admin/moving/import-company'
import { findCompany } from '../../functions/store/companies/companies'
import { keys, type Row } from '../../functions/store/table/schema'
import { nameSecret } from '../../functions/store/webhooks/webhook-row'
import { changeRow } from './damage'
import { emptyTable } from './empty-table'
import { openFullCompany } from './full-company'
import { exportLines, oldVault } from './moving'
import { putRows } from './put-rows'
import { formatRow, isOwnedBy, scanTable } from './scan'
import { makeShop } from './shop'
import { makeCaller, noon, type TestTable, useTable } from './table'

/** The time at which each test begins. */
export const begun = noon + 3_600_000
/** Of the webhook of the company. */
export const secrets = { current: `whsec_${'a'.repeat(43)}=`, previous: `whsec_${'b'.repeat(43)}=` }

/** Provides a full company that was exported from `source`. Before each test, `target` is empty. */
export class MoveStory {
  readonly source: TestTable = useTable()
  readonly target: TestTable = useTable()
  acme = {} as Awaited<ReturnType<typeof openFullCompany>>
  companyId = ''
  /** All rows of the source before the export, and what the export has written. */
  before: Row[] = []
  lines: string[] = []
  /** For how long the export has waited, in milliseconds; and what came of one before the suspension. */
  readonly waits: number[] = []
  refused: unknown

  constructor() {
    beforeAll(() => this.fill())
    beforeEach(async () => {
      this.setTime(begun)
      await emptyTable(this.target.table, [])
    })
  }

  private async fill(): Promise<void> {
    const { table } = this.source
    this.acme = await openFullCompany(this.source, 'acme#1')
    this.companyId = this.acme.shop.companyId
    // Another one names it in what clients may choose, and has an id that begins with it.
    const { id } = await createCompany(table, { name: 'Other', plan: 'enterprise', id: `${this.companyId}0` })
    await makeShop(table, makeCaller(id)).stockItem(this.companyId, 1)
    await this.sealSecrets()
    this.before = await scanTable(table)
    const keep = (ms: number) => {
      this.waits.push(ms)
      this.pass(ms)
    }
    this.refused = await exportLines(table, this.companyId, keep).catch((error: unknown) => error)
    await suspendCompany(table, this.companyId)
    this.lines = (await exportLines(table, this.companyId, keep)).lines
  }

  /** Of a webhook, and of a recorded answer that shows a secret. */
  private async sealSecrets(): Promise<void> {
    const { source, companyId } = this
    const { webhookId } = this.acme.webhooks
    const context = nameSecret(companyId, webhookId)
    await changeRow(source.table, keys.webhook(companyId, webhookId), {
      secret: await oldVault.seal(secrets.current, context),
      previous_secret: { secret: await oldVault.seal(secrets.previous, context), until: begun + 3_600_000 },
    })
    const body = await oldVault.seal('{"secret":"shown"}', `answer/${companyId}/key#1`)
    const record = { fingerprint: 'f', status: 201, body, expires_at: Math.floor(begun / 1_000) + 3_600 }
    await putRows(source.table, [{ ...keys.idempotency(companyId, 'key#1', null), ...record }])
  }

  setTime(at: number): void {
    for (const { setTime } of [this.source, this.target]) setTime(at)
  }

  pass = (ms: number) => this.setTime(this.source.table.now() + ms)

  isOwn = (row: Row) => isOwnedBy(this.companyId, row)

  /** Verifies the company that was imported into `target`, and ends its quarantine where nothing is found. */
  async release(companyId = this.companyId) {
    const company = await findCompany(this.target.table, companyId)
    if (company === null) throw new Error('the company is not there')
    return releaseCompany(this.target.table, company, () => {})
  }

  /** What an erasure is given. */
  get eraseTools() {
    const nothing = async () => {}
    return { removeKey: nothing, removePerson: nothing, wait: async (ms: number) => this.pass(ms), report: () => {} }
  }
}

export const kindOf = ({ pk }: Row) => String(pk).split('#')[0] ?? ''

/** What is sealed, suspended, marked, in quarantine or new to the plan differs. The rest is the same, byte for byte. */
export function formatRest(row: Row): string {
  const differing = ['secret', 'previous_secret', 'suspended_at', 'imported', 'since', 'quarantine_at']
  const rest = Object.fromEntries(Object.entries(row).filter(([name]) => !differing.includes(name)))
  const isSealed = kindOf(row) === 'IDEMPOTENCY' && row.fingerprint === 'f'
  return formatRow(isSealed ? { ...rest, body: 'sealed' } : rest)
}
