import { isUsable } from '../../functions/domain/companies/api-key'
import { holdsAddress, invitationMs, isPersonId } from '../../functions/domain/companies/person'
import type { Plan } from '../../functions/domain/companies/plan'
import type { InvitationMail } from '../../functions/domain/mails/invitation-mail'
import type { Company } from '../../functions/store/companies/companies'
import { makePlanItem } from '../../functions/store/companies/plan-row'
import type { PersonRow } from '../../functions/store/companies/principal-row'
import { hashInvitation, readPrincipals } from '../../functions/store/companies/principals'
import { keys, type Row, type RowKey } from '../../functions/store/table/schema'
import { collectPages, findRow, putRow, type Table, tryWrite } from '../../functions/store/table/table'
import { transact } from '../../functions/store/table/transact'
import { retryUntilCommitted } from '../../functions/store/table/tries'
import { makeUlid } from '../../functions/store/time/ulids'
import { parseDeliveryRow } from '../../functions/store/webhooks/delivery-row'
import { makeDueItem } from '../../functions/store/webhooks/due-delivery-row'
import { makeCompanyLog } from '../companies/access-log'
import { endQuarantine } from '../companies/companies'
import type { WaitTools } from '../companies/quiet'
import { countSignedIn } from '../verification/company'
import { verifyCompany } from '../verification/verify-company'
import type { Sealing } from '../webhooks/master-key'
import { type CheckedFile, requireSound } from './check-file'
import { findOwnKey, getKind, hasExpired, isOwnRow, readCompanyRows } from './company-rows'
import { listExcess } from './file-principals'
import { type FileKey, type Resealing, readMoveFile, resealRow } from './move-file'
import { requireFree } from './require-free'
import { type Import, makeOverRefusal, makeRunCondition, RowWriter } from './row-writer'

export type MoveInTools = WaitTools & {
  fileKey: FileKey
  /** Takes rows that do not fit each other, as they are. */
  withFindings: boolean
  /** Typed behind a command that an error names. */
  target?: string
  /** Seals under the master key of the stack. */
  vault: Pick<Sealing, 'seal'>
  provider: Provider
  /** Sees to it that API Gateway knows the key, in the usage plan. Can be repeated. */
  ensureKey: (keyId: string, plan: Plan) => Promise<void>
}

/** `rows`: of each kind, as they were found in the end. `invited`: the addresses of people who were invited again. */
export type MoveIn = { company_id: string; rows: Record<string, number>; api_keys: number; invited: string[] }

/**
 * Puts all rows of the file. The company's own comes first, suspended and marked as being imported; its plan's comes
 * last, when all others are counted. May be killed at any call and run again with the same file: it begins anew, and
 * puts the same. The company stays suspended, and in quarantine: `releaseCompany` ends that.
 */
export async function importCompany(table: Table, checked: CheckedFile, tools: MoveInTools): Promise<MoveIn> {
  requireSound(checked, tools.withFindings)
  await requireFree(table, checked, tools.target)
  const { id: companyId, plan } = checked.company
  const own: Import = { companyId, run: makeUlid(table.now()) }
  const writer = new RowWriter(table, own, tools)
  await putMarked(table, checked, own, tools)
  writer.count(checked.row)
  const dues = await putRows(table, checked, tools, writer)
  // What leads to a delivery comes when its webhook is there: without one, it would be dropped.
  for (const due of dues) await writer.add(due)
  await writer.flush()
  const invited = knowsPeople(tools.provider, checked) ? [] : await inviteAgain(table, checked, tools.provider, writer)
  const usable = checked.apiKeys.filter((key) => isUsable(key, table.now()))
  for (const [index, { id }] of usable.entries()) {
    await tools.ensureKey(id, plan)
    tools.report(`${index + 1} of ${usable.length} keys are known to API Gateway`)
  }
  const rows = await requireAll(table, companyId, writer)
  await finish(table, own, checked.company)
  return { company_id: companyId, rows, api_keys: usable.length, invited }
}

/** The company's own row, for this run. A run of before cannot go on. */
async function putMarked(table: Table, checked: CheckedFile, own: Import, { provider }: MoveInTools): Promise<void> {
  const { row, end } = checked
  const known = knowsPeople(provider, checked) ? checked.people : []
  const owners = countSignedIn(known.map(({ principal }) => principal))
  const put = putRow(table, {
    Item: { ...row, owners, moving_at: table.now(), importing: { file: end.mac, run: own.run } },
    ConditionExpression: 'attribute_not_exists(pk) OR (importing.#file = :file AND attribute_not_exists(erasing_at))',
    ExpressionAttributeNames: { '#file': 'file' },
    ExpressionAttributeValues: { ':file': end.mac },
  })
  if (!(await tryWrite(put))) throw makeOverRefusal(own)
}

/** All others, but those that people are found by where they are invited again. Returns what is due of deliveries. */
async function putRows(table: Table, checked: CheckedFile, tools: MoveInTools, writer: RowWriter): Promise<Row[]> {
  const { file } = checked
  const { company_id: companyId } = file.header
  const resealing: Resealing = { from: tools.fileKey.vault, to: tools.vault, unreadable: [] }
  const keepsPeople = knowsPeople(tools.provider, checked)
  const ended = new Set(
    checked.people.filter((each) => !isInvitedAgain(each, table)).map(({ principal }) => principal.id),
  )
  const dues: Row[] = []
  for await (const { row, length } of readMoveFile(file, tools.fileKey, () => {})) {
    if (isOwnRow(row, companyId) || hasExpired(row, table.now())) continue
    if (!keepsPeople && (findsPerson(row) || ended.has(String(row.id)))) continue
    // The stream leaves a log row with the mark alone: its events were told where it was made.
    const imported = getKind(row) === 'LOG' ? { ...row, imported: true } : { ...row, ...findOwnKey(row, companyId) }
    await writer.add(await resealRow(companyId, imported, resealing), length)
    dues.push(...listDue(companyId, row))
  }
  await writer.flush()
  return dues
}

/** One of the three rows that lead from a subject or an id to a person. */
function findsPerson(row: Row & RowKey): boolean {
  switch (getKind(row)) {
    case 'KEY':
      return 'role' in row
    case 'KEYID':
      return isPersonId(row.pk.slice(keys.principalById('').pk.length))
    case 'COMPANY':
      return isPersonId(row.sk.slice(keys.principalOfCompany('', '').sk.length))
    default:
      return false
  }
}

/** The messages about what is pending are in queues of the stack that it comes from. */
function listDue(companyId: string, row: Row & RowKey): Row[] {
  if (getKind(row) !== 'DELIVERIES') return []
  const { id, status, attempts, next_attempt: at } = parseDeliveryRow(row)
  if (status !== 'pending' || at === undefined) return []
  const webhook_id = row.pk.split('#').slice(2).join('#')
  return [makeDueItem({ company_id: companyId, webhook_id, delivery_id: id, attempt: attempts.length, at })]
}

/** Counts what is there. Not what is due: that goes to a queue when its time has come. */
async function requireAll(table: Table, companyId: string, writer: RowWriter): Promise<Record<string, number>> {
  const now = table.now()
  const found: Record<string, number> = {}
  for await (const page of readCompanyRows(table, companyId))
    for (const row of page.filter((each) => !hasExpired(each, now)))
      found[getKind(row)] = (found[getKind(row)] ?? 0) + 1
  const { DUEDELIVERIES: _, ...there } = found
  const { DUEDELIVERIES: __, ...wanted } = writer.countAt(now)
  const kinds = [...new Set([...Object.keys(there), ...Object.keys(wanted)])]
  const wrong = kinds.filter((kind) => (there[kind] ?? 0) !== (wanted[kind] ?? 0))
  if (wrong.length > 0) {
    const text = wrong.map((kind) => `${kind} ${there[kind] ?? 0} of ${wanted[kind] ?? 0}`).join(', ')
    throw new Error(`the rows that are here are not those of the file: ${text}. Run the command again.`)
  }
  return there
}

/** From now on it is a company as any other, suspended, and in quarantine: nobody has verified what was put. */
function finish(table: Table, own: Import, company: Company): Promise<void> {
  const { name: TableName } = table
  const { ExpressionAttributeValues, ...condition } = makeRunCondition(own)
  const Update = {
    TableName,
    Key: keys.company(own.companyId),
    UpdateExpression: 'SET quarantine_at = :now REMOVE importing, moving_at',
    ...condition,
    ExpressionAttributeValues: { ...ExpressionAttributeValues, ':now': table.now() },
  }
  const Put = { TableName, Item: makePlanItem(company.plan, company.id, table.now()) }
  return retryUntilCommitted(table, () =>
    transact(table, [
      { action: { Update }, refusal: makeOverRefusal(own), decisive: true },
      { action: { Put } },
      makeCompanyLog(table, company, { action: 'company.imported' }),
    ]),
  )
}

/**
 * Verifies a company that was imported, also whether it has too many keys or people, and ends its quarantine where
 * nothing is found. It stays suspended: nobody writes its rows meanwhile.
 */
export async function releaseCompany(table: Table, company: Company, report: WaitTools['report']) {
  const verification = await verifyCompany(table, company.id, { report, scan: true })
  const principals = (await collectPages(readPrincipals(table, company.id))).map(({ row }) => row)
  for (const text of listExcess(company, principals, table.now()))
    verification.findings.push({ code: 'wrong_person', resource: company.id, text })
  if (verification.findings.length === 0) await endQuarantine(table, company)
  return verification
}

/** Who signs people in at the destination. `issuer`: null where nobody can. */
type Provider = { issuer: string | null; invite: (mail: InvitationMail) => Promise<void> }

/** Whether people are found by the same subjects as before. Otherwise they are invited again. */
function knowsPeople({ issuer }: Pick<Provider, 'issuer'>, { file }: Pick<CheckedFile, 'file'>): boolean {
  return issuer !== null && issuer === file.header.issuer
}

/**
 * Invites each person again, by the address, with the same id, name and role: another provider has other subjects. One
 * whom an earlier run has invited is left alone, so that no mail comes twice. Returns their addresses.
 */
async function inviteAgain(
  table: Table,
  { people, company }: CheckedFile,
  { issuer, invite }: Provider,
  writer: RowWriter,
): Promise<string[]> {
  const again = people.filter((each) => isInvitedAgain(each, table))
  for (const { row, principal: person } of again) {
    const isKnown = (await findRow(table, keys.principalById(person.id))) !== undefined
    const { email, name } = person
    if (!isKnown && issuer !== null) await invite({ email, name, company: company.name, inviter: null })
    for (const each of makeRows(row, person, table.now() + invitationMs)) {
      if (isKnown) writer.count(each)
      else await writer.add(each)
    }
    await writer.flush() // all three, or none
  }
  return again.map(({ principal }) => principal.email)
}

/** Not whose invitation has ended: it must not be open again. */
function isInvitedAgain({ principal }: CheckedFile['people'][number], { now }: Table): boolean {
  return holdsAddress(principal, now())
}

/** Nobody has accepted, whoever had before. */
function makeRows(row: Row, { id, company_id }: PersonRow, valid_until: number): Row[] {
  const { accepted_at: _, subject: __, ...kept } = row
  const hash = hashInvitation(id)
  return [
    { ...kept, ...keys.principal(hash), valid_until },
    { ...keys.principalOfCompany(company_id, id), hash },
    { ...keys.principalById(id), hash, company_id },
  ]
}
