import type { Account } from '../../../client'
import { signOut } from '../session/session'
import { forgetImport, loadImport } from './import/pending-import'
import { forgetColumns } from './sheet/columns'
import { forgetCounts, readCounts } from './stocktake/kept-counts'

// What this browser keeps for later: an import until it is done, counts until they are booked, and how the columns of
// files were chosen.

type Keeper = Pick<Account, 'company' | 'person'>

/** Whose it is. Another person at the same browser keeps what is theirs. */
export function nameKeeper({ company, person }: Keeper): string {
  return `${company.id} ${person.email}`
}

/** Whether it has something that is not in the service yet. */
export async function hasUnsent(account: Keeper): Promise<boolean> {
  const keeper = nameKeeper(account)
  const pending = await loadImport(keeper)
  return (pending !== null && !pending.isDone) || readCounts(keeper).rows.length > 0
}

/** Signs out, and forgets all of it. `account`: undefined while nobody knows whose it is. */
export async function leave(account: Keeper | undefined): Promise<void> {
  if (account) await forgetKept(nameKeeper(account))
  await signOut()
}

/** Columns name no person: those of all are forgotten. */
export async function forgetKept(keeper: string): Promise<void> {
  if (await loadImport(keeper)) await forgetImport()
  forgetCounts(keeper)
  forgetColumns()
}
