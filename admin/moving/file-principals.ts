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
import type { Inspection } from '../verification/inspection'

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

  /** Throws an `Error` for what no damage makes: somebody who could be let in by other means than an honest company. */
  requireSound(issuer: string | null): void {
    for (const found of this.byHash.values()) {
      const fault = findForgery(found, issuer)
      if (fault !== null) throw new Error(`${nameOf(found.principal)} ${fault}`)
    }
  }

  /** Adds what also a company that was damaged before may have, as its verification says it; and what is too much. */
  check(inspection: Inspection, company: Company): void {
    for (const found of this.byHash.values()) {
      const fault = this.findLinkFault(found) ?? findLimitFault(found.principal, company)
      if (fault !== null) find(found.principal.id, `${nameOf(found.principal)}: ${fault}`)
    }
    for (const [id, hash] of [...this.addresses, ...this.ids])
      if (this.byHash.get(hash)?.principal.id !== id) find(id, `a row leads to ${id}, which has no row itself`)
    const people = this.people.map(({ principal }) => principal)
    const holders = new Set(people.map(({ email, id }) => `${hashSecret(email)} ${id}`))
    for (const [hash, id] of this.emails)
      if (!holders.has(`${hash} ${id}`)) find(id, `a row of an address leads to ${id}, who does not have it`)
    const { owners = 0, id } = company
    const signedIn = countSignedIn(people)
    if (owners !== signedIn) find(id, `it counts ${owners} owners who have signed in, and there are ${signedIn}`)
    for (const text of listExcess(company, [...people, ...this.keys], inspection.table.now()))
      inspection.find('wrong_person', id, text)

    function find(resource: string, text: string) {
      inspection.find(resource.startsWith('key_') ? 'wrong_key' : 'wrong_person', resource, `${text}.`)
    }
  }

  private findLinkFault({ hash, principal }: FilePrincipal): string | null {
    if (this.addresses.get(principal.id) !== hash) return 'it is not among the keys and people of the company'
    if (this.ids.get(principal.id) !== hash) return 'it is not found by its id'
    if (!isPerson(principal)) return null
    return this.emails.get(hashSecret(principal.email)) === principal.id ? null : 'it is not found by its address'
  }
}

/** In words, what is more than a company may have: each may be a mail, or a call of API Gateway. */
export function listExcess({ plan }: Company, principals: PrincipalRow[], now: number): string[] {
  const members = principals.filter((each) => isPerson(each) && holdsAddress(each, now)).length
  const usable = principals.filter((each) => !isPerson(each) && isUsable(each, now)).length
  const most = plans[plan].people
  return [
    ...(members > most ? [`it has ${members} people, and the plan ${plan} has ${most}.`] : []),
    ...(usable > maxUsableKeys ? [`it has ${usable} keys that can be used, and may have ${maxUsableKeys}.`] : []),
  ]
}

/** As people know it. */
function nameOf(principal: PrincipalRow): string {
  return isPerson(principal) ? `the person ${principal.email} (${principal.id})` : `the key ${principal.id}`
}

function findForgery({ hash, principal }: FilePrincipal, issuer: string | null): string | null {
  const { id } = principal
  if (principal.suspended_at === undefined) return 'is not suspended, and its company is'
  if (isPersonId(id) !== isPerson(principal)) return 'has an id of the other kind'
  if (!isPerson(principal) || hash === hashInvitation(id)) return null
  if (issuer === null || principal.subject === undefined) return `is under the hash ${hash}, and has no subject`
  if (hash === hashSubject({ issuer, subject: principal.subject })) return null
  return `is under the hash of another subject than ${principal.subject} of ${issuer}`
}
