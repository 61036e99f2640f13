import type { PersonPatch } from '../../functions/domain/companies/person'
import { admitRequest } from '../../functions/operations/companies/meter'
import { openContext } from '../../functions/operations/context'
import { acceptInvitation } from '../../functions/operations/people/accept-invitation'
import type { Invitation, PeopleChange } from '../../functions/operations/people/invite-person'
import { changePerson, listPeople } from '../../functions/operations/people/people'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { removePerson } from '../../functions/operations/people/remove-person'
import { answerOnce } from '../../functions/operations/run-change'
import { foreignDirectory } from '../../functions/runtime/people/user-directory'
import { type Company, findCompany, putCompany } from '../../functions/store/companies/companies'
import { hashSubject } from '../../functions/store/companies/principals'
import type { Table } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeUlid } from '../../functions/store/time/ulids'
import { renderJson } from './shop'
import { makeCaller } from './table'

let count = 0

/** Who has signed in at the provider with the address. */
export function identify(email: string) {
  const subject = `subject of ${email}`
  return { hash: hashSubject({ issuer: 'https://id.example.com', subject }), subject, email }
}

/** A company whose people are in the hands of a test: the operations, as the routes use them. */
export class PeopleStory {
  readonly invited: Parameters<typeof foreignDirectory.invite>[0][] = []

  constructor(
    readonly table: Table,
    readonly company: Company,
  ) {}

  private author(as?: string) {
    const { id: companyId, plan } = this.company
    const actor = as === undefined ? makeCaller().actor : { type: 'person' as const, id: as, name: 'Olga' }
    return { ...makeCaller(companyId), plan, actor, userId: actor.id }
  }

  private commit<Result>(table: Table, decide: () => Promise<PeopleChange<Result>>): Promise<Result> {
    return retryUntilCommitted(table, async () => {
      const { writes, result } = await decide()
      if (writes.length > 0) await transact(table, writes)
      return result
    })
  }

  /** `as`: the person who invites. */
  invite(fields: Partial<Invitation> = {}, { as, table = this.table }: { as?: string; table?: Table } = {}) {
    const number = ++count
    const usual = { id: null, email: `p${number}@example.com`, name: `P${number}`, role: 'owner' as const }
    const directory = {
      ...foreignDirectory,
      invite: async (mail: (typeof this.invited)[number]) => void this.invited.push(mail),
    }
    return invitePerson(openContext(table, this.author(as)), directory, { ...usual, ...fields })
  }

  accept({ id, email }: { id: string; email: string }, table = this.table) {
    return acceptInvitation(table, identify(email), { invitationId: id, requestId: 'req_accept' })
  }

  async join(fields: Partial<Invitation> = {}) {
    return this.accept(await this.invite(fields))
  }

  change(id: string, patch: PersonPatch) {
    return this.commit(this.table, () => changePerson(this.table, this.author(), { id, patch }))
  }

  /** As the route does it. `as`: the person who asks. `key`: sent with this idempotency key. */
  remove(
    id: string,
    given: { as?: string; key?: string; keys?: 'revoke' | 'keep'; table?: Table; removeKey?: () => Promise<void> } = {},
  ) {
    const { as, key, keys = null, table = this.table, removeKey = async () => {} } = given
    const idempotency = key === undefined ? null : { key, fingerprint: id, row: null }
    const context = openContext(table, this.author(as), idempotency)
    const answer = renderJson(null)
    return answerOnce(context, async () => {
      await removePerson(context, { remove: removeKey }, { id, keys }, () => answer)
      return { answer, committed: true }
    })
  }

  async owners() {
    return (await findCompany(this.table, this.company.id))?.owners ?? 0
  }

  async list() {
    return (await listPeople(this.table, this.company.id, { limit: 100, offset: 0 })).rows
  }
}

export async function openPeople(table: Table, fields: Partial<Company> = {}): Promise<PeopleStory> {
  const at = table.now()
  const id = `cmp_${makeUlid(at)}`
  const company = { id, name: 'Acme', plan: 'starter' as const, user_id: 'usr_1', created_at: at, ...fields }
  await putCompany(table, company)
  return new PeopleStory(table, company)
}

export const admit = (table: Table, { email }: { email: string }) => admitRequest(table, identify(email).hash)
