import { setTimeout as sleep } from 'node:timers/promises'
import { logExport } from '../../admin/companies/access-log'
import { changePlan, createCompany, resumeCompany, suspendCompany } from '../../admin/companies/companies'
import { readCompanies } from '../../admin/companies/company-pages'
import { eraseCompany } from '../../admin/companies/erase-company'
import { toLine } from '../../admin/plain-text'
import { planNames } from '../../functions/domain/companies/plan'
import { removeAccount } from '../../functions/operations/people/people'
import { invitePerson } from '../../functions/operations/people/person-changes'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { type FoundPerson, findPeople } from '../../functions/store/companies/person-row'
import type { Table } from '../../functions/store/table/table'
import { jobTimeoutMs } from '../../functions/store/time/timing'
import {
  type Command,
  flag,
  type Options,
  parseChoice,
  serviceOptions,
  serviceUsage,
  text,
  UsageError,
} from '../command-line'
import { confirm, yes } from '../confirm'
import { placeForAll, placeKeys, requireOneOrAll } from '../keys/repair'
import { openCommandContext, parseInvitation } from '../people/main'
import { formatTarget, openTarget } from '../target'
import { openCompany, openIntactCompany, toCompanyAnswer, toCreatedAnswer } from './company'
import { writeExport } from './export'
import { moveIn, moveOut } from './move'
import { requireNoQuarantine } from './quarantine'

const waitMinutes = Math.ceil(jobTimeoutMs / 60_000) + 1

const usage = `Companies: the customers of the service.

  npx inventory companies create --name NAME --plan PLAN [--owner MAIL]   a new company; its owner is invited
  npx inventory companies plan --company ID --plan PLAN    another plan, from the next request on
  npx inventory companies plan --all [--after ID]          every company gets once more what its plan says
  npx inventory companies list
  npx inventory companies suspend --company ID             refuse its requests with 403, from the next one on
  npx inventory companies resume --company ID [--stays] [--with-findings]    answer them again
  npx inventory companies export --company ID [--out FILE] write all that it has, as JSON lines
  npx inventory companies erase --company ID [--yes]       delete all that it has. There is no way back.
  npx inventory companies export --company ID --rows --out FILE --key-file KEYFILE    its rows, to move it
  npx inventory companies import FILE --key-file KEYFILE [--dry-run] [--plan PLAN] [--with-findings]   move it in

  PLAN is ${planNames.join(', ')}.
${serviceUsage}

  plan --all: the limits of each key and person become those of the plan that the company has, and its keys are put into
  that plan's usage plan at API Gateway. Run it where a release has changed the limits of a plan. 'keys repair --all'
  does the second alone. Both go by ids, some companies at once, no faster than API Gateway admits. Where one fails, the
  others go on: it is told, and the exit status is 1. Ended before all are done, they print the command to go on with:
  --after leaves out the companies up to that id.

  export writes to stdout, or to FILE. The first line has the kind 'export', the last one
  'end', with the number of lines of each kind: an export without it was cut off. It is one moment of the company only
  if the company has been suspended for ${waitMinutes} minutes; its daily snapshots go on. Keys are written without secret and
  hash, webhooks without secrets. Tells on stderr how far it is.

  erase takes a company that is suspended, shows it, and asks for its name. A script, which cannot be asked, says --yes.
  Then it waits for what began before, and deletes row by row. It waits for less than a minute, a
  little longer where the company has had webhooks, or until a job that is running has ended: up to ${waitMinutes} minutes, also if the job was killed. It reads the whole table at least
  twice; the last time it finds nothing. If it is ended before that, run it again. Backups of the table keep the rows
  for up to 35 days. Tells on stderr how far it is.

  export --rows and import move a suspended company to another stack, with its ids, log and recorded answers:
  docs/moving-a-company.md has the steps. export --rows keeps jobs of the company from beginning, waits for what is under
  way, two minutes or as long as a job is running, and scans the table once. FILE is compressed. Secrets of webhooks are in it
  sealed by the key in KEYFILE, which it makes; both can be read by their owner alone. Afterwards resume refuses, unless
  the company --stays: two stacks must not both take its requests.

  import first checks the whole file: that nobody without KEYFILE has changed it, and that its rows fit each other. It
  says what the company gets; with --dry-run, nothing more. It refuses a company that is here already, and with --plan
  one that has another plan. If it is ended, run it again with the same file, or erase the company. It counts and
  verifies what it has put; the exit status is 1 where something does not hold. The company stays suspended. People of
  another provider are invited again.

  Where something was found of what was imported, resume verifies the company again, and refuses while it finds
  something. --with-findings takes what was damaged in the source already as it is: do not take so what was not.`

async function create(options: Options) {
  const name = String(options.name).trim()
  const chosen = parseChoice('plan', options.plan, planNames)
  const { owner: email } = options
  const owner = email === undefined ? null : parseInvitation({ email, name: email, role: 'owner' }, 'owner')
  const { table, openDirectory } = await openTarget(options)
  if (owner === null) return toCreatedAnswer(await createCompany(table, { name, plan: chosen }))
  const directory = await openDirectory()
  const company = await createCompany(table, { name, plan: chosen })
  await invitePerson(openCommandContext(table, company), directory, { ...owner, id: company.user_id })
  return toCreatedAnswer(company)
}

/** Gives a company another plan, or sees to it that every company has what its plan says. */
async function setPlans(options: Options) {
  requireOneOrAll(options)
  if (options.all && options.plan !== undefined)
    throw new UsageError('--all and --plan exclude each other: each company keeps its plan')
  if (options.all)
    return placeForAll('companies plan', options, async (table, company, place) => {
      if (company.moving_at === undefined) await changePlan(table, company, company.plan)
      return placeKeys(table, company, place)
    })
  if (options.plan === undefined) throw new UsageError('--plan is needed')
  return changeOne(options)
}

async function changeOne(options: Options) {
  const chosen = parseChoice('plan', options.plan, planNames)
  const { table, company, gatewayKeys } = await openIntactCompany(options)
  if (company.moving_at !== undefined)
    throw new UsageError(`the company ${company.id} was exported to be moved: change its plan where it was imported`)
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
  const { table, company } = await openIntactCompany(options)
  return toCompanyAnswer(await suspendCompany(table, company.id))
}

async function resume(options: Options) {
  const { table, company } = await openIntactCompany(options)
  const { id, moving_at } = company
  const stays = options.stays === true
  if (moving_at !== undefined && !stays)
    throw new UsageError(
      `the company ${id} was exported to be moved: resume it where it was imported, or here with --stays, not both`,
    )
  const quarantine = await requireNoQuarantine(table, company, options['with-findings'] === true)
  return toCompanyAnswer(await resumeCompany(table, id, { stays, quarantine }))
}

async function exportOne(options: Options) {
  const opened = await openIntactCompany(options)
  const { table, company } = opened
  if (options.rows) return moveOut(options, opened)
  if (options['key-file'] !== undefined) throw new UsageError('--key-file is for --rows')
  const out = typeof options.out === 'string' ? options.out : null
  await logExport(table, company)
  const { counts, damaged } = await writeExport(table, company, out, console.error)
  return out === null ? null : { company_id: company.id, out, ...counts, damaged_snapshots: damaged }
}

async function erase(options: Options) {
  const { table, company, gatewayKeys, openDirectory } = await openCompany(options)
  // One whose erasure has begun has been asked about.
  if (company.erasing_at === undefined) await confirmErasure(table, company, options)
  const removeKey = (keyId: string) => gatewayKeys.remove(keyId)
  const removePerson = async (person: FoundPerson) => removeAccount(await openDirectory(), person)
  return eraseCompany(table, company.id, { removeKey, removePerson, wait: sleep, report: console.error })
}

/** Refuses a company that is not suspended, and asks. */
async function confirmErasure(table: Table, company: Company, options: Options): Promise<void> {
  const { id, name, plan, suspended_at } = requireSuspended(company, options)
  const [keys, people] = await Promise.all([readApiKeys(table, id), findPeople(table, id)])
  const stack = options.stack ?? 'none: the local service'
  const facts = { name, id, plan, stack, suspended_at, api_keys: keys.length, people: people.length }
  await confirm({ act: `This deletes all that the company ${id} has.`, facts, name: toLine(name) || id }, options)
  // Somebody may have resumed it while the question stood.
  requireSuspended((await findCompany(table, id)) ?? company, options)
}

function requireSuspended(company: Company, options: Options) {
  const { suspended_at, ...answer } = toCompanyAnswer(company)
  if (suspended_at !== null) return { ...answer, suspended_at }
  throw new UsageError(
    `the company ${company.id} (${toLine(company.name)}) is active, and an erasure has no way back. Suspend it first, and wait ` +
      `until it is sure that nobody misses it: npx inventory companies suspend --company ${company.id}${formatTarget(options)}`,
  )
}

const companyAction = { options: serviceOptions, required: ['company'] }

export const command: Command = {
  usage,
  actions: {
    create: { options: { ...serviceOptions, owner: text }, required: ['name', 'plan'], run: create },
    plan: { options: { ...serviceOptions, company: text, plan: text, all: flag, after: text }, run: setPlans },
    list: { options: serviceOptions, run: list },
    suspend: { ...companyAction, run: suspend },
    resume: { options: { ...serviceOptions, stays: flag, 'with-findings': flag }, required: ['company'], run: resume },
    export: {
      options: { ...serviceOptions, out: text, rows: flag, 'key-file': text },
      required: ['company'],
      run: exportOne,
    },
    import: {
      options: { ...serviceOptions, 'dry-run': flag, plan: text, 'with-findings': flag },
      required: ['key-file'],
      argument: 'FILE',
      run: moveIn,
    },
    erase: { options: { ...serviceOptions, ...yes }, required: ['company'], run: erase },
  },
}
