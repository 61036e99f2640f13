import { isUsable } from '../../functions/domain/companies/api-key'
import type { Company } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import type { Table } from '../../functions/store/table/table'
import { listenForStop, type Options, UsageError } from '../command-line'
import { openCompany } from '../companies/company'
import { forEveryCompany } from '../companies/every-company'
import { formatTarget, openTarget } from '../target'
import type { PlaceKey, Placing } from './many-keys'

/** Puts the usable keys of a company, or of every company, at API Gateway. */
export async function repairKeys(options: Options) {
  requireOneOrAll(options)
  if (options.all) return placeForAll('keys repair', options, placeKeys)
  const { table, company, openPlacing } = await openCompany(options)
  return { company_id: company.id, ...(await placeKeys(table, company, await openPlacing(console.error))) }
}

/** Those that are revoked or have expired are left alone. Returns how many were of each kind. */
export async function placeKeys(table: Table, company: Company, place: PlaceKey): Promise<Record<Placing, number>> {
  const counts = { right: 0, moved: 0, made: 0 }
  const rows = await readApiKeys(table, company.id)
  for (const { id } of rows.filter((row) => isUsable(row, table.now()))) counts[await place(id, company.plan)] += 1
  return counts
}

/** Throws a `UsageError` unless one of `--company` and `--all` is given. */
export function requireOneOrAll({ all, company, after }: Options): void {
  if (all && company !== undefined) throw new UsageError('--all and --company exclude each other')
  if (!all && company === undefined) throw new UsageError('--company or --all is needed')
  if (!all && after !== undefined) throw new UsageError('--after belongs to --all')
}

/**
 * Does the work for every company, and sets the exit status: it is 0 only where all is done. `command`: its words, as
 * they are typed after `npx inventory`.
 */
export async function placeForAll(command: string, options: Options, work: typeof placeKeys) {
  const { table, openPlacing } = await openTarget(options)
  const place = await openPlacing(console.error)
  const { after } = options
  const every = {
    command: `npx inventory ${command} --all${formatTarget(options)}`,
    after: typeof after === 'string' ? after : '',
    stop: listenForStop(),
    report: console.error,
  }
  const { companies, counts, failed, next } = await forEveryCompany(table, every, (each) => work(table, each, place))
  if (failed.length > 0 || next !== null) process.exitCode = 1
  if (next !== null) console.error(`Not all are done. Go on with: ${next}`)
  return { companies, right: 0, moved: 0, made: 0, ...counts, failed, next }
}
