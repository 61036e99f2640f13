import * as z from 'zod'
import { keys } from '../table/schema'
import { queryPartitions, type Table } from '../table/table'
import { hashSecret } from './principals'

/** Whose an address is in a company. Rows of earlier versions have another sort key: then one company had it. */
export const EmailRow = z.object({ pk: z.string(), sk: z.string(), company_id: z.string(), id: z.string() })
export type EmailRow = z.infer<typeof EmailRow>

/** `email` is normalized. */
export function makeEmailKey(email: string, companyId: string) {
  return keys.email(hashSecret(email), companyId)
}

/** Of one company. `email` is normalized. */
export async function readOwnEmailRows(table: Table, email: string, companyId: string): Promise<EmailRow[]> {
  return (await readEmailRows(table, email)).filter((row) => row.company_id === companyId)
}

/** Of all companies: several may invite an address. `email` is normalized. */
export async function readEmailRows(table: Table, email: string): Promise<EmailRow[]> {
  return (await queryPartitions(table, [makeEmailKey(email, '').pk])).map((row) => EmailRow.parse(row))
}
