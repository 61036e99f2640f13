import { planNames } from '../functions/domain/companies/plan'
import { changePlan, createCompany } from '../functions/operations/companies/companies'
import { readApiKeys } from '../functions/store/companies/api-keys'
import { type Company, findCompany, readCompanies } from '../functions/store/companies/companies'
import { type Options, parseChoice, runCommandLine, UsageError } from './command-line'
import { openTarget } from './target'

const usage = `Companies: the customers of the service.

  npm run companies -- create --name NAME --plan PLAN   a new company, with its owner
  npm run companies -- plan --company ID --plan PLAN    another plan, from the next request on
  npm run companies -- list

  PLAN is ${planNames.join(', ')}.
  --json        one JSON document on stdout (use npm run --silent)
  --info FILE   of the running local service (default .local/service.json)
  --stack NAME  a deployed stack instead`

const text = { type: 'string' } as const

async function create(options: Options) {
  const name = String(options.name).trim()
  const chosen = parseChoice('plan', options.plan, planNames)
  const { table } = await openTarget(options)
  return toAnswer(await createCompany(table, { name, plan: chosen }))
}

async function changePlanOfCompany(options: Options) {
  const chosen = parseChoice('plan', options.plan, planNames)
  const { table, gatewayKeys } = await openTarget(options)
  const company = await findCompany(table, String(options.company))
  if (!company) throw new UsageError(`there is no company ${options.company}`)
  const changed = await changePlan(table, company, chosen)
  const keys = await readApiKeys(table, company.id)
  for (const key of keys.filter(({ revoked_at }) => revoked_at === undefined)) await gatewayKeys.move(key.id, chosen)
  return toAnswer(changed)
}

async function list(options: Options) {
  const { table } = await openTarget(options)
  return (await readCompanies(table)).map(toAnswer)
}

function toAnswer({ id, name, plan, user_id }: Company) {
  return { id, name, plan, user_id }
}

void runCommandLine(usage, {
  create: { options: { name: text, plan: text }, required: ['name', 'plan'], run: create },
  plan: { options: { company: text, plan: text }, required: ['company', 'plan'], run: changePlanOfCompany },
  list: { options: {}, required: [], run: list },
})
