import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { verifyCompany } from '../../admin/verification/verify-company'
import { acceptInvitation } from '../../functions/operations/people/accept-invitation'
import { findPeople } from '../../functions/store/companies/person-row'
import { findPrincipal } from '../../functions/store/companies/principals'
import { beforeSends } from '../support/dying'
import { MoveStory } from '../support/move-story'
import { exportLines, importLines } from '../support/moving'
import { openPeople } from '../support/people-story'
import { rehearse } from '../support/rehearse'

// People who act while their company moves to another stack.

const story = new MoveStory()
const { source, target, pass } = story

rehearse('who accepts at another company while the own one is imported keeps that membership', async () => {
  const here = await openPeople(target.table)
  const people = await findPeople(source.table, story.companyId)
  const [person] = people.filter(({ row }) => row.accepted_at !== undefined)
  const { hash = '', row: { email = '' } = {} } = person ?? {}
  const invited = await here.invite({ email })
  let isDone = false
  const beside = beforeSends(target.table, async (command) => {
    const isMeant = command instanceof TransactWriteCommand && JSON.stringify(command.input).includes(`KEY#${hash}`)
    if (isDone || !isMeant) return
    isDone = true
    const own = { invitationId: invited.id, requestId: 'req_1' }
    await acceptInvitation(target.table, { hash, subject: 'same', email }, own)
  })
  await expect(importLines(beside, story.lines)).rejects.toMatchObject({ code: 'invalid_state' })
  expect([isDone, (await findPrincipal(target.table, hash))?.company_id]).toEqual([true, here.company.id])
  expect((await verifyCompany(target.table, here.company.id, { report: () => {}, scan: true })).findings).toEqual([])
})

rehearse('an invitation that has ended is not open again after a move', async () => {
  const acme = await openPeople(source.table)
  const owner = await acme.join()
  await acme.invite({ email: 'ended@example.com' })
  pass(30 * 86_400_000)
  await suspendCompany(source.table, acme.company.id)
  const { lines } = await exportLines(source.table, acme.company.id, async (ms) => pass(ms))
  const mails: string[] = []
  const invite = async ({ email }: { email: string }) => void mails.push(email)
  await importLines(target.table, lines, { provider: { issuer: 'https://other.example.com', invite } })
  await story.release(acme.company.id)
  await resumeCompany(target.table, acme.company.id)
  expect(mails).toEqual([owner.email])
  const { findings } = await verifyCompany(target.table, acme.company.id, { report: () => {}, scan: true })
  expect(findings).toEqual([])
})
