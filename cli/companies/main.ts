import { setTimeout as sleep } from 'node:timers/promises'
import { changePlan, createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { eraseCompany } from '../../admin/companies/erase-company'
import { planNames } from '../../functions/domain/companies/plan'
import { invitePerson } from '../../functions/operations/people/people'
import type { Table } from '../../functions/store/client'
import { type Company, readCompanies } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { isEmailTaken } from '../../functions/store/companies/person-row'
import { jobTimeoutMs } from '../../functions/store/timing'
import { type Command, type Options, ofService, parseChoice, UsageError } from '../command-line'
import { commitPeople, parseInvitation } from '../people/invitation'
import { openTarget } from '../target'
import { toCompanyAnswer } from './answers'
import { writeExport } from './export'
import { getCompany } from './get-company'

const waitMinutes = Math.ceil(jobTimeoutMs / 60_000) + 1

const usage = `Companies: the customers of the service.

  npx inventory companies create --name NAME --plan PLAN [--owner MAIL]   a new company; its owner is invited
  npx inventory companies plan --company ID --plan PLAN    another plan, from the next request on
  npx inventory companies list
  npx inventory companies suspend --company ID             refuse its requests with 403, from the next one on
  npx inventory companies resume --company ID              answer them again
  npx inventory companies export --company ID [--out FILE] write all that it has, as JSON lines
  npx inventory companies erase --company ID               delete all that it has. There is no way back.

  PLAN is ${planNames.join(', ')}.
  --json        one JSON document on stdout
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead

  export writes to stdout, or to FILE. The first line has the kind 'export', the last one
  'end', with the number of lines of each kind: an export without it was cut off. It is one moment of the company only
  if the company has been suspended for ${waitMinutes} minutes; its daily snapshots go on. Keys are written without secret and
  hash, webhooks without secrets. Tells on stderr how far it is.

  erase suspends the company, waits for what began before, and deletes row by row. It waits for less than a minute, a
  little longer where the company has had webhooks, or until a job that is running has ended: up to ${waitMinutes} minutes, also if the job was killed. It reads the whole table at least
  twice; the last time it finds nothing. If it is ended before that, run it again. Backups of the table keep the rows
  for up to 35 days. Tells on stderr how far it is.`

const text = { type: 'string' } as const

async function create(options: Options) {
  const name = String(options.name).trim()
  const chosen = parseChoice('plan', options.plan, planNames)
  const { owner: email } = options
  const owner = email === undefined ? null : parseInvitation({ email, name: email, role: 'owner' }, 'owner')
  const { table, openDirectory } = await openTarget(options)
  if (owner === null) return toCreatedAnswer(await createCompany(table, { name, plan: chosen }))
  const directory = await openDirectory()
  if (await isEmailTaken(table, owner.email)) throw new UsageError(`--owner ${owner.email} has a company already`)
  const company = await createCompany(table, { name, plan: chosen })
  await commitPeople(table, () => invitePerson(table, directory, company, { ...owner, id: company.user_id }))
  return toCreatedAnswer(company)
}

async function changePlanOfCompany(options: Options) {
  const chosen = parseChoice('plan', options.plan, planNames)
  const { table, gatewayKeys } = await openTarget(options)
  const company = await getIntactCompany(table, options)
  const changed = await changePlan(table, company, chosen)
  const keys = await readApiKeys(table, company.id)
  for (const key of keys.filter(({ revoked_at }) => revoked_at === undefined)) await gatewayKeys.move(key.id, chosen)
  return toCreatedAnswer(changed)
}

async function list(options: Options) {
  const { table } = await openTarget(options)
  return (await readCompanies(table)).map(toCompanyAnswer)
}

async function suspend(options: Options) {
  const { table } = await openTarget(options)
  return toCompanyAnswer(await suspendCompany(table, (await getIntactCompany(table, options)).id))
}

async function resume(options: Options) {
  const { table } = await openTarget(options)
  return toCompanyAnswer(await resumeCompany(table, (await getIntactCompany(table, options)).id))
}

async function exportOne(options: Options) {
  const { table } = await openTarget(options)
  const company = await getIntactCompany(table, options)
  const out = typeof options.out === 'string' ? options.out : null
  const { counts, damaged } = await writeExport(table, company, out, console.error)
  return out === null ? null : { company_id: company.id, out, ...counts, damaged_snapshots: damaged }
}

async function erase(options: Options) {
  const { table, gatewayKeys, openDirectory } = await openTarget(options)
  const { id } = await getCompany(table, options)
  const removeKey = (keyId: string) => gatewayKeys.remove(keyId)
  const removePerson = async (email: string) => (await openDirectory()).remove(email)
  return eraseCompany(table, id, { removeKey, removePerson, wait: sleep, report: console.error })
}

/** Refuses one that is being erased. */
async function getIntactCompany(table: Table, options: Options): Promise<Company> {
  const company = await getCompany(table, options)
  if (company.erasing_at !== undefined)
    throw new UsageError(`the company ${company.id} is being erased: only 'erase' goes on with it`)
  return company
}

function toCreatedAnswer(company: Company) {
  const { suspended_at: _, ...answer } = toCompanyAnswer(company)
  return answer
}

const ofCompany = { options: { ...ofService, company: text }, required: ['company'] }

export const command: Command = {
  usage,
  actions: {
    create: { options: { ...ofService, name: text, plan: text, owner: text }, required: ['name', 'plan'], run: create },
    plan: {
      options: { ...ofService, company: text, plan: text },
      required: ['company', 'plan'],
      run: changePlanOfCompany,
    },
    list: { options: ofService, run: list },
    suspend: { ...ofCompany, run: suspend },
    resume: { ...ofCompany, run: resume },
    export: { options: { ...ofService, company: text, out: text }, required: ['company'], run: exportOne },
    erase: { ...ofCompany, run: erase },
  },
}
