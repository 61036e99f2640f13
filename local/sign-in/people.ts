import { normalizeEmail } from '../../functions/domain/companies/person'
import { findRow, type Table } from '../../functions/store/client'
import { hashEmail } from '../../functions/store/companies/principals'
import { keys } from '../../functions/store/schema'

/** The id of the person with the address, in whichever company. Null if there is none. */
export async function findByEmail(table: Table, email: string): Promise<string | null> {
  const row = await findRow(table, keys.email(hashEmail(normalizeEmail(email))))
  return row ? String(row.id) : null
}
