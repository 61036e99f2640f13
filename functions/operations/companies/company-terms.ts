import { getLimits } from '../../domain/companies/allowance'
import { Refusal } from '../../domain/errors'
import { type Company, makeCompanyCheck } from '../../store/companies/companies'
import { readPrincipals } from '../../store/companies/principals'
import { runConcurrently } from '../../store/concurrently'
import { keys, type RowKey } from '../../store/table/schema'
import { findRow, type Table, type Update } from '../../store/table/table'
import { transact, type Write } from '../../store/table/transact'
import { retryUntilCommitted } from '../../store/table/tries'

const writesAtOnce = 8

/**
 * Gives each key and person the plan, limits and time zone of its company: so a request knows them without a read. Can
 * be repeated. Refused with `invalid_state` where the company has others meanwhile.
 */
export async function setTerms(table: Table, company: Pick<Company, 'id' | 'plan' | 'time_zone'>): Promise<void> {
  const { id, plan, time_zone } = company
  const terms = Object.entries({ ...getLimits(plan), time_zone })
  const sets = terms.flatMap(([name, term]) => (term === undefined ? [] : `#${name} = :${name}`))
  const removals = terms.flatMap(([name, term]) => (term === undefined ? `#${name}` : []))
  const update = {
    UpdateExpression: `SET ${sets.join(', ')}${removals.length > 0 ? ` REMOVE ${removals.join(', ')}` : ''}`,
    ExpressionAttributeNames: Object.fromEntries(terms.map(([name]) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(terms.map(([name, term]) => [`:${name}`, term])),
  }
  const refusal = new Refusal('invalid_state', 'The plan or the time zone of the company is changed at the same time.')
  const check = { action: makeCompanyCheck({ company_id: id, plan, time_zone }), refusal }
  const hashes = await readHashes(table, id)
  await runConcurrently(hashes, writesAtOnce, (hash) => updateBeside(table, keys.principal(hash), update, check))
}

export type RowChanges = Omit<Update, 'Key'> & { UpdateExpression: string }

/**
 * Changes a row of a company in a database transaction with a check of the company: so of two changes at once, the one
 * that came second in the company's row decides about every row. It is sent again where others write the same row: the
 * meter a key, deliveries a webhook. Does nothing where the row is gone by then.
 */
export async function updateBeside(table: Table, Key: RowKey, update: RowChanges, check: Write): Promise<void> {
  const Update = { Key, ConditionExpression: 'attribute_exists(pk)', ...update }
  await retryUntilCommitted(table, async () => {
    if (await findRow(table, Key)) await transact(table, [{ action: { Update } }, check])
  })
}

/** Of all keys and people of the company that have a row. */
export async function readHashes(table: Table, companyId: string): Promise<string[]> {
  const hashes: string[] = []
  for await (const page of readPrincipals(table, companyId)) hashes.push(...page.map(({ hash }) => hash))
  return hashes
}
