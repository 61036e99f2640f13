import type { UserDirectory } from '../../runtime/people/user-directory'
import type { FoundPerson } from '../../store/companies/person-row'

/**
 * Removes a person from where the provider keeps people, if it does: by the subject, since an address can change, and
 * nobody would be found at it.
 */
export async function removeAccount(directory: UserDirectory, { row }: FoundPerson): Promise<void> {
  if (row.subject !== undefined) await directory.remove(row.subject)
}
