import { requestCompaction } from '../http/compaction'
import { env } from '../http/env'
import { needsNewBase } from '../store/catalogue-base'
import { openTable } from '../store/client'
import { listCompanies } from '../store/companies'

const table = openTable(env.TABLE_NAME)

/** Asks for a new base of each catalogue whose base has aged. */
export async function handler(): Promise<void> {
  for (const { id } of await listCompanies(table)) if (await needsNewBase(table, id)) await requestCompaction(id)
}
