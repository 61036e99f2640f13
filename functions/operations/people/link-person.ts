import { isUsable } from '../../domain/companies/api-key'
import { normalizeEmail, type Person } from '../../domain/companies/person'
import { Refusal } from '../../domain/errors'
import type { Identity, VerifyIdToken } from '../../runtime/people/id-token'
import { findByEmail, findByHash, toPerson } from '../../store/companies/person-row'
import { makeLinkWrites } from '../../store/companies/person-writes'
import type { PersonRow } from '../../store/companies/principal-row'
import { hashInvitation, hashSubject } from '../../store/companies/principals'
import type { Table } from '../../store/table/table'
import { transact } from '../../store/table/transact'
import { retryUntilCommitted } from '../../store/table/tries'

/**
 * Links the subject of an access token to the invitation of its address, as a provider that is not ours verifies it by
 * an ID token. `hash`: of the subject. Can be repeated. Refused with `invalid_request` for the ID token, and with
 * `invalid_state` where no invitation is open.
 */
export async function linkPerson(table: Table, verify: VerifyIdToken, hash: string, idToken: string): Promise<Person> {
  const email = requireEmail(await verify(idToken), hash)
  return retryUntilCommitted(table, async () => {
    const invited = await findByEmail(table, email)
    // Read last: where the same request, sent twice, has linked it meanwhile, this one sees it.
    const linked = await findByHash(table, hash)
    const now = table.now()
    if (linked && isUsable(linked.row, now)) return showAsLinked(linked.row)
    if (invited?.hash !== hashInvitation(invited?.row.id ?? '') || !isUsable(invited.row, now))
      throw new Refusal('invalid_state', 'No invitation to this address is open.')
    await transact(table, makeLinkWrites(table, invited, hash, now))
    const { valid_until: _, ...row } = invited.row
    return showAsLinked({ ...row, accepted_at: now })
  })
}

/** As the link leaves it: a request that is sent again counts as a use, and has the same answer. */
const showAsLinked = (row: PersonRow) => ({ ...toPerson(row), last_used_at: null })

function requireEmail(identity: Identity | null, hash: string): string {
  if (identity === null || hashSubject(identity) !== hash)
    throw new Refusal('invalid_request', 'id_token must be a valid ID token of the one who asks.', 'id_token')
  if (identity.email === null)
    throw new Refusal('invalid_request', 'id_token must have an address that is verified.', 'id_token')
  return normalizeEmail(identity.email)
}
