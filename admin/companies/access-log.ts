import type { AccessChange } from '../../functions/domain/companies/access-log'
import type { Author } from '../../functions/domain/companies/caller'
import { type Company, toSubject } from '../../functions/store/companies/companies'
import { makeAccessWrite } from '../../functions/store/log/access-row'
import type { Table } from '../../functions/store/table/table'
import { transact, type Write } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeUlid } from '../../functions/store/time/ulids'

/** As whom the access log names what a command changes of a company. There is no request: its id is of the change. */
export function makeCommandAuthor({ now }: Table, companyId: string): Author {
  const actor = { type: 'system', id: 'command-line', name: null } as const
  return { companyId, actor, requestId: `command-${makeUlid(now())}` }
}

/** What a command does with the company itself. Belongs in the database transaction of the change. */
export function makeCompanyLog(
  table: Table,
  company: Pick<Company, 'id' | 'name'>,
  change: Omit<AccessChange, 'subject'>,
): Write {
  return makeAccessWrite(table, makeCommandAuthor(table, company.id), { ...change, subject: toSubject(company) })
}

/** Before the first byte is out: an export that is ended was one. */
export function logExport(table: Table, company: Company): Promise<void> {
  return retryUntilCommitted(table, () =>
    transact(table, [makeCompanyLog(table, company, { action: 'company.exported' })]),
  )
}
