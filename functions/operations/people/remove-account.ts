import type { UserDirectory } from '../../runtime/people/user-directory'
import type { FoundPerson } from '../../store/companies/person-row'
import { hashSubject } from '../../store/companies/principals'

/**
 * Removes a person from where the provider keeps people, if it does: by the subject, since an address can change, and
 * nobody would be found at it.
 */
export async function removeAccount(directory: UserDirectory, { hash, row }: FoundPerson): Promise<void> {
  const subject = row.subject ?? (await findSubject(directory, row.email, hash))
  if (subject !== null) await directory.remove(subject)
}

/** Of a person without a subject in the row, as the release before wrote it: the hash tells whose row it is. */
async function findSubject(directory: UserDirectory, email: string, hash: string): Promise<string | null> {
  for await (const each of directory.list(email)) if (hashSubject(each) === hash) return each.subject
  return null
}
