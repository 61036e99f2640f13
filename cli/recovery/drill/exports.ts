import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportRows } from '../table-rows'
import { runInventory } from './child-processes'
import type { DrillCompany } from './companies'
import type { Before, Doing, Drill } from './state'

type Moment = 'before' | 'after'

export function nameRows({ folder }: Drill): string {
  return join(folder, 'rows.jsonl')
}

function nameExport({ folder }: Drill, id: string, moment: Moment): string {
  return join(folder, `${id}.${moment}.jsonl`)
}

/** Returns the number of rows. */
export async function exportAll({ drill, tell }: Doing, { service, db, companies }: Before): Promise<number> {
  const rows = await exportRows(db, service.table, nameRows(drill))
  await exportCompanies(drill, companies, { info: service.info, moment: 'before' })
  tell(`${rows} rows, and ${companies.length} companies as the API shows them`)
  return rows
}

export async function exportCompanies(
  drill: Drill,
  companies: DrillCompany[],
  { info, moment }: { info: string; moment: Moment },
): Promise<void> {
  const exports = companies.map(({ id }) => {
    const options = ['--company', id, '--info', info, '--out', nameExport(drill, id, moment)]
    return runInventory(['companies', 'export', ...options], drill.signal)
  })
  await Promise.all(exports)
}

/** Leaves out the first line: it has the time of the export. */
export function requireSameExport(drill: Drill, { id }: DrillCompany): void {
  const readLines = (moment: Moment) =>
    readFileSync(nameExport(drill, id, moment), 'utf8')
      .split('\n')
      .slice(1)
  const [before, after] = [readLines('before'), readLines('after')]
  const at = before.findIndex((line, index) => line !== after[index])
  if (at >= 0) throw new Error(`line ${at + 2} was\n${before[at]}\nand is\n${after[at]}`)
  if (after.length > before.length) throw new Error(`it has ${after.length - before.length} lines too many`)
}
