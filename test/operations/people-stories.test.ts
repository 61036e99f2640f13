import { createApiKey } from '../../admin/keys/api-keys'
import { verifyCompany } from '../../admin/verification/verify-company'
import { makeRandom } from '../../bench/seed'
import { listInvitations } from '../../functions/operations/people/accept-invitation'
import { readApiKeys } from '../../functions/store/companies/key-row'
import type { Table } from '../../functions/store/table/table'
import { makeDyingTable } from '../support/dying'
import { admit, identify, openPeople, type PeopleStory } from '../support/people-story'
import { chooseSeed } from '../support/seed'
import { chooseSize } from '../support/size'
import { noon, useTable } from '../support/table'

const engine = useTable()
const roles = ['owner', 'member', 'viewer'] as const
const dayMs = 86_400_000

/** What there must be: of each company who is invited until when, and who belongs to it. */
type Member = { id: string; email: string; role: (typeof roles)[number]; until: number | null }
type Model = { acme: PeopleStory; people: Member[]; keys: { id: string; maker: string }[] }

/** Random invitations, acceptances, leavings, removals and keys of a few people at a few companies. */
class Course {
  readonly models: Model[] = []
  now = noon

  constructor(readonly random: ReturnType<typeof makeRandom>) {}

  pick<Each>(from: readonly Each[]): Each {
    return from[Math.floor(this.random() * from.length)] as Each
  }

  isOpen({ until }: Member): boolean {
    return until !== null && until > this.now
  }

  /** Every third call of a change loses its answer, or never arrives; it is sent again. */
  async send<Result>(act: (table: Table) => Promise<Result>): Promise<Result | Error> {
    const isLost = this.random() < 0.4
    const nth = 1 + Math.floor(this.random() * 12)
    const dying = makeDyingTable(engine.table, nth, { arrives: this.random() < 0.5 })
    if (isLost) await act(dying).catch(() => {})
    return act(engine.table).catch((error: Error) => error)
  }

  belongs(email: string): Model | undefined {
    return this.models.find(({ people }) => people.some((each) => each.email === email && each.until === null))
  }

  owners({ people }: Model): number {
    return people.filter(({ role, until }) => role === 'owner' && until === null).length
  }

  async invite(model: Model): Promise<void> {
    const email = this.pick(emails)
    const holder = model.people.find((each) => each.email === email)
    const isTaken = holder !== undefined && (holder.until === null || this.isOpen(holder))
    const role = this.pick(roles)
    const answer = await model.acme.invite({ email, role }).catch((error: Error) => error)
    expect([email, answer instanceof Error]).toEqual([email, isTaken])
    if (answer instanceof Error) return
    model.people = model.people.filter((each) => each !== holder)
    model.people.push({ id: answer.id, email, role, until: this.now + 7 * dayMs })
  }

  async accept(model: Model): Promise<void> {
    const invited = model.people.filter(({ until }) => until !== null)
    if (invited.length === 0) return
    const member = this.pick(invited)
    const isPossible = this.isOpen(member) && this.belongs(member.email) === undefined
    const answer = await this.send((table) => model.acme.accept(member, table))
    expect([member.email, answer instanceof Error]).toEqual([member.email, !isPossible])
    if (isPossible) member.until = null
  }

  /** Oneself, or by an owner; with what becomes of keys, or without saying so. */
  async remove(model: Model): Promise<void> {
    if (model.people.length === 0) return
    const member = this.pick(model.people)
    const made = model.keys.filter(({ maker }) => maker === member.id)
    const keys = this.pick([undefined, 'keep', 'revoke'] as const)
    const isLast = member.role === 'owner' && member.until === null && this.owners(model) === 1
    const leaves = member.until === null && this.random() < 0.5
    const isForbidden = leaves && member.role !== 'owner' && keys === 'revoke'
    const isPossible = !isLast && !isForbidden && (made.length === 0 || keys !== undefined)
    const removal = { key: `k${++count}`, ...(keys && { keys }), ...(leaves && { as: member.id }) }
    const answer = await this.send((table) => model.acme.remove(member.id, { ...removal, table }))
    expect([removal, answer instanceof Error]).toEqual([removal, !isPossible])
    if (!isPossible) return
    model.people = model.people.filter((each) => each !== member)
    if (keys === 'revoke') model.keys = model.keys.filter((each) => !made.includes(each))
  }

  async change(model: Model): Promise<void> {
    if (model.people.length === 0) return
    const member = this.pick(model.people)
    const role = this.pick(roles)
    const isLast = member.role === 'owner' && member.until === null && role !== 'owner' && this.owners(model) === 1
    const answer = await model.acme.change(member.id, { role }).catch((error: Error) => error)
    expect([member.role, role, answer instanceof Error]).toEqual([member.role, role, isLast])
    if (!isLast) member.role = role
  }

  async makeKey(model: Model): Promise<void> {
    const makers = model.people.filter(({ role, until }) => role === 'owner' && until === null)
    if (makers.length === 0) return
    const { id: userId } = this.pick(makers)
    const { id: companyId, plan } = model.acme.company
    const key = {
      companyId,
      userId,
      plan,
      name: 'K',
      scopes: ['read' as const],
      expiresAt: null,
      prefix: 'sk_test_' as const,
    }
    const { row } = await createApiKey(engine.table, key)
    model.keys.push({ id: row.id, maker: userId })
  }

  async check(): Promise<void> {
    for (const model of this.models) {
      const shown = (await model.acme.list()).map(({ id, role, status }) => `${id} ${role} ${status}`)
      const wanted = model.people.map(({ id, role, until }) => `${id} ${role} ${until === null ? 'active' : 'invited'}`)
      expect(shown.sort()).toEqual(wanted.sort())
      expect(await model.acme.owners()).toBe(this.owners(model))
      const usable = (await readApiKeys(engine.table, model.acme.company.id)).filter(
        (row) => row.revoked_at === undefined,
      )
      expect(usable.map(({ id }) => id).sort()).toEqual(model.keys.map(({ id }) => id).sort())
    }
    for (const email of emails) {
      const company = this.belongs(email)?.acme.company.id
      const admission = await admit(engine.table, { email })
      expect('principal' in admission ? admission.principal.company_id : undefined).toBe(company)
      const open = this.models.flatMap(({ people }) =>
        people.filter((each) => each.email === email && this.isOpen(each)),
      )
      const listed = await listInvitations(engine.table, identify(email))
      expect(listed.map(({ id }) => id).sort()).toEqual(open.map(({ id }) => id).sort())
    }
  }
}

let count = 0
const emails = ['ada@example.com', 'bob@example.com', 'cyd@example.com']

test('whoever is invited, joins, leaves and is removed, with answers that are lost: people and keys are what the model says', async () => {
  const course = new Course(makeRandom(chooseSeed()))
  for (let n = 0; n < 2; n++)
    course.models.push({ acme: await openPeople(engine.table, { plan: 'enterprise' }), people: [], keys: [] })
  const acts = [
    course.invite,
    course.invite,
    course.accept,
    course.accept,
    course.remove,
    course.change,
    course.makeKey,
  ]
  for (let step = 0; step < chooseSize({ quick: 60, thorough: 1_000 }); step++) {
    course.now += course.random() < 0.1 ? 3 * dayMs : 1_000
    engine.setTime(course.now)
    await course.pick(acts).call(course, course.pick(course.models))
    if (step % 10 === 9) await course.check()
  }
  for (const { acme } of course.models) {
    const { findings } = await verifyCompany(engine.table, acme.company.id, { scan: true, report: () => {} })
    expect(findings).toEqual([])
  }
})
