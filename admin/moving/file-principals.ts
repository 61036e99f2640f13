import { isUsable, maxUsableKeys } from '../../functions/domain/companies/api-key'
import { holdsAddress, isPersonId } from '../../functions/domain/companies/person'
import { plans } from '../../functions/domain/companies/plan'
import type { Company } from '../../functions/store/companies/companies'
import {
  type ApiKeyRow,
  isPerson,
  type PersonRow,
  type PrincipalRow,
} from '../../functions/store/companies/principal-row'
import { hashInvitation, hashSecret, hashSubject } from '../../functions/store/companies/principals'
import type { Row } from '../../functions/store/table/schema'
import { countSignedIn, findLimitFault } from '../verification/company'
import type { FindingCode, Inspection } from '../verification/inspection'

/** A key or a person of a file, with its row as it is stored. `hash`: under which it is found. */
export type FilePrincipal<Of extends PrincipalRow = PrincipalRow> = { hash: string; row: Row; principal: Of }

/** The keys and people of a file, and all rows that lead to them. */
export class FilePrincipals {
  readonly byHash = new Map<string, FilePrincipal>()
  /** By id, the hash that the company names, and the one that the id leads to. */
  readonly addresses = new Map<string, string>()
  readonly ids = new Map<string, string>()
  /** By the hash of an address, whose it is. */
  readonly emails = new Map<string, string>()

  get keys(): ApiKeyRow[] {
    return [...this.byHash.values()].flatMap(({ principal }) => (isPerson(principal) ? [] : principal))
  }

  get people(): FilePrincipal<PersonRow>[] {
    return [...this.byHash.values()].filter((each): each is FilePrincipal<PersonRow> => isPerson(each.principal))
  }

  /**
   * Throws an `Error` for what no company has: rows that do not lead to each other, somebody who could be let in before
   * the company is resumed, a person under the hash of another subject than its own.
   */
  requireWhole(companyId: string, issuer: string | null): void {
    for (const found of this.byHash.values()) {
      const fault = this.findLinkFault(found, companyId) ?? findFault(found, issuer)
      if (fault !== null) throw new Error(`${namePrincipal(found.principal)} ${fault}`)
    }
    for (const [id, hash] of [...this.addresses, ...this.ids])
      if (this.byHash.get(hash)?.principal.id !== id) throw new Error(`a row leads to ${id}, which has no row itself`)
    const holders = new Set(this.people.map(({ principal }) => `${hashSecret(principal.email)} ${principal.id}`))
    for (const [hash, id] of this.emails)
      if (!holders.has(`${hash} ${id}`)) throw new Error(`a row of an address leads to ${id}, who does not have it`)
  }

  /** Adds what also a company that was damaged before may have, as its verification says it; and what is too much. */
  check(inspection: Inspection, company: Company): void {
    const now = inspection.table.now()
    const people = this.people.map(({ principal }) => principal)
    for (const principal of [...this.keys, ...people]) {
      const fault = findLimitFault(principal, company)
      if (fault !== null) inspection.find(isPerson(principal) ? 'wrong_person' : 'wrong_key', principal.id, `${fault}.`)
    }
    const { owners = 0, plan } = company
    const signedIn = countSignedIn(people)
    const members = people.filter((person) => holdsAddress(person, now)).length
    const usable = this.keys.filter((key) => isUsable(key, now)).length
    const texts: [code: FindingCode, isWrong: boolean, text: string][] = [
      ['wrong_person', owners !== signedIn, `counts ${owners} owners who have signed in. There are ${signedIn}`],
      [
        'wrong_person',
        members > plans[plan].people,
        `has ${members} people. The plan ${plan} has ${plans[plan].people}`,
      ],
      ['wrong_key', usable > maxUsableKeys, `has ${usable} keys that can be used. It may have ${maxUsableKeys}`],
    ]
    for (const [code, isWrong, text] of texts) if (isWrong) inspection.find(code, company.id, `The company ${text}.`)
  }

  private findLinkFault({ hash, principal }: FilePrincipal, companyId: string): string | null {
    const { id } = principal
    if (principal.company_id !== companyId) return `is of ${principal.company_id}`
    if (this.addresses.get(id) !== hash) return 'is not among the keys and people of the company'
    if (this.ids.get(id) !== hash) return 'is not found by its id'
    if (!isPerson(principal)) return null
    return this.emails.get(hashSecret(principal.email)) === id ? null : 'is not found by its address'
  }
}

/** As people know it. */
function namePrincipal(principal: PrincipalRow): string {
  return isPerson(principal) ? `the person ${principal.email} (${principal.id})` : `the key ${principal.id}`
}

function findFault({ hash, principal }: FilePrincipal, issuer: string | null): string | null {
  const { id } = principal
  if (principal.suspended_at === undefined) return 'is not suspended, and its company is'
  if (isPersonId(id) !== isPerson(principal)) return 'has an id of the other kind'
  if (!isPerson(principal) || hash === hashInvitation(id)) return null
  if (issuer === null || principal.subject === undefined) return `is under the hash ${hash}, and has no subject`
  if (hash === hashSubject({ issuer, subject: principal.subject })) return null
  return `is under the hash of another subject than ${principal.subject} of ${issuer}`
}
