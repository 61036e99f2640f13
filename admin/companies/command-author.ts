import type { Author } from '../../functions/domain/companies/caller'
import type { Table } from '../../functions/store/table/table'
import { makeUlid } from '../../functions/store/time/ulids'

/** As whom the access log names what a command changes of a company. There is no request: its id is of the change. */
export function makeCommandAuthor({ now }: Table, companyId: string): Author {
  const actor = { type: 'system', id: 'command-line', name: null } as const
  return { companyId, actor, requestId: `command-${makeUlid(now())}` }
}
