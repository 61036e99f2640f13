import { setTimeout as sleep } from 'node:timers/promises'
import { createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readCompanyPages } from '../../admin/companies/company-pages'
import { eraseCompany } from '../../admin/companies/erase-company'
import { planNames } from '../../functions/domain/companies/plan'
import { invitePerson, removeAccount } from '../../functions/operations/people/people'
import { type FoundPerson, isEmailTaken } from '../../functions/store/companies/person-row'
import type { Table } from '../../functions/store/table/table'
import {
  type Command,
  flag,
  type Options,
  parseChoice,
  printPages,
  serviceOptions,
  text,
  UsageError,
} from '../command-line'
import { commitPeople, parseInvitation } from '../people/invitation'
import { openTarget } from '../target'
import { toCompanyAnswer, toCreatedAnswer } from './answers'
import { writeExport } from './export'
import { getCompany, getIntactCompany } from './get-company'
import { moveIn } from './move-in'
import { moveOut } from './move-out'
import { setPlans } from './plan'
import { usage } from './usage'

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

async function list(options: Options) {
  const { table } = await openTarget(options)
  await printPages(listAnswers(table), options)
}

async function* listAnswers(table: Table) {
  for await (const page of readCompanyPages(table)) yield page.map(toCompanyAnswer)
}

async function suspend(options: Options) {
  const { table } = await openTarget(options)
  return toCompanyAnswer(await suspendCompany(table, (await getIntactCompany(table, options)).id))
}

async function resume(options: Options) {
  const { table } = await openTarget(options)
  const { id, moving_at } = await getIntactCompany(table, options)
  const stays = options.stays === true
  if (moving_at !== undefined && !stays)
    throw new UsageError(
      `the company ${id} was exported to be moved: resume it where it was imported, or here with --stays, not both`,
    )
  return toCompanyAnswer(await resumeCompany(table, id, { stays }))
}

async function exportOne(options: Options) {
  const { table } = await openTarget(options)
  const company = await getIntactCompany(table, options)
  if (options.rows) return moveOut(options, company.id)
  if (options['key-file'] !== undefined) throw new UsageError('--key-file is for --rows')
  const out = typeof options.out === 'string' ? options.out : null
  const { counts, damaged } = await writeExport(table, company, out, console.error)
  return out === null ? null : { company_id: company.id, out, ...counts, damaged_snapshots: damaged }
}

async function erase(options: Options) {
  const { table, gatewayKeys, openDirectory } = await openTarget(options)
  const { id } = await getCompany(table, options)
  const removeKey = (keyId: string) => gatewayKeys.remove(keyId)
  const removePerson = async (person: FoundPerson) => removeAccount(await openDirectory(), person)
  return eraseCompany(table, id, { removeKey, removePerson, wait: sleep, report: console.error })
}

const companyAction = { options: serviceOptions, required: ['company'] }

export const command: Command = {
  usage,
  actions: {
    create: { options: { ...serviceOptions, owner: text }, required: ['name', 'plan'], run: create },
    plan: { options: { ...serviceOptions, company: text, plan: text, all: flag, after: text }, run: setPlans },
    list: { options: serviceOptions, run: list },
    suspend: { ...companyAction, run: suspend },
    resume: { options: { ...serviceOptions, stays: flag }, required: ['company'], run: resume },
    export: {
      options: { ...serviceOptions, out: text, rows: flag, 'key-file': text },
      required: ['company'],
      run: exportOne,
    },
    import: { options: { ...serviceOptions, 'dry-run': flag }, required: ['key-file'], argument: 'FILE', run: moveIn },
    erase: { ...companyAction, run: erase },
  },
}
