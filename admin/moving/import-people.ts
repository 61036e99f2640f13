import { invitationMs } from '../../functions/domain/companies/person'
import type { PersonRow } from '../../functions/store/companies/principal-row'
import { hashInvitation, hashSubject } from '../../functions/store/companies/principals'
import { keys, type Row } from '../../functions/store/table/schema'
import { findRow, type Table } from '../../functions/store/table/table'
import type { CheckedFile } from './check-file'
import type { RowWriter } from './row-writer'

/** Who signs people in at the destination. `issuer`: null where nobody can. `add`: as that of a `UserDirectory`. */
export type Provider = {
  issuer: string | null
  add: (person: { id: string; email: string; name: string }) => Promise<{ issuer: string; subject: string } | null>
}

/** Whether people are found by the same subjects as before. Otherwise they are invited again. */
export function knowsPeople({ issuer }: Pick<Provider, 'issuer'>, { file }: Pick<CheckedFile, 'file'>): boolean {
  return issuer !== null && issuer === file.header.issuer
}

/** By how many owners the company counts: those who are known to have signed in. */
export function countOwners({ people }: CheckedFile): number {
  return people.filter(({ person: { role, accepted_at } }) => role === 'owner' && accepted_at !== undefined).length
}

/**
 * Invites each person again, by the address, with the same id, name and role: another provider has other subjects. One
 * whom an earlier run has invited is left alone, so that no mail comes twice. Returns their addresses.
 */
export async function inviteAgain(
  table: Table,
  { people }: CheckedFile,
  provider: Provider,
  writer: RowWriter,
): Promise<string[]> {
  for (const { row, person } of people) {
    const { hash: known } = (await findRow(table, keys.principalById(person.id))) ?? {}
    const address = typeof known === 'string' ? { hash: known } : await findAddress(person, provider)
    const rows = makeRows(row, person, address, table.now() + invitationMs)
    for (const each of rows) {
      if (known === undefined) await writer.add(each)
      else writer.count(each)
    }
    await writer.flush() // all three, or none
  }
  return people.map(({ person }) => person.email)
}

/** By which the person is found. Without a subject where the provider does not tell it. */
type Address = { hash: string; subject?: string }

async function findAddress({ id, email, name }: PersonRow, { issuer, add }: Provider): Promise<Address> {
  const found = issuer === null ? null : await add({ id, email, name })
  return found === null ? { hash: hashInvitation(id) } : { hash: hashSubject(found), subject: found.subject }
}

function makeRows(row: Row, { id, company_id }: PersonRow, { hash, ...subject }: Address, valid_until: number): Row[] {
  const { accepted_at: _, subject: __, ...kept } = row
  return [
    { ...kept, ...keys.principal(hash), ...subject, valid_until },
    { ...keys.principalOfCompany(company_id, id), hash },
    { ...keys.principalById(id), hash, company_id },
  ]
}
