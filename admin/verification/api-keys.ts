import { getLimits } from '../../functions/domain/companies/allowance'
import { findRow } from '../../functions/store/client'
import { type ApiKeyRow, parseApiKeyRow } from '../../functions/store/companies/api-key-row'
import { type Company, findCompany } from '../../functions/store/companies/companies'
import { keys } from '../../functions/store/schema'
import { readAddresses } from '../keys/api-keys'
import type { Finding } from './finding'
import type { Inspection } from './inspection'

/** A key as the company lists it: the hash of its secret, by its id. */
type Address = { id: string; hash: string }

/** The three rows of each key agree, its limits are those of the plan, and it is suspended if the company is. */
export async function checkKeys(inspection: Inspection): Promise<void> {
  const { table, companyId } = inspection
  for await (const page of readAddresses(table, companyId)) {
    for (const address of page) inspection.suspect(address.id, () => checkKey(inspection, address))
    inspection.count('api_keys', page.length)
  }
}

/** The company is read first: its change comes before those of its keys. */
async function checkKey({ table, companyId }: Inspection, { id, hash }: Address): Promise<Finding[]> {
  const company = await findCompany(table, companyId)
  const byHash = await findRow(table, keys.apiKey(hash))
  const byId = await findRow(table, keys.apiKeyById(id))
  const faults = [
    byHash ? null : 'it has no row by its hash: it is refused',
    byId ? null : 'it has no row by its id: it cannot be revoked',
    byId && (byId.hash !== hash || byId.company_id !== companyId) ? 'its row by its id names another key' : null,
    ...(byHash && company ? findFaults(parseApiKeyRow(byHash), id, company) : []),
  ]
  return faults
    .filter((fault) => fault !== null)
    .map((fault) => ({ code: 'wrong_key', resource: id, text: `The rows of the key do not agree: ${fault}.` }))
}

function findFaults(key: ApiKeyRow, id: string, company: Company): (string | null)[] {
  const { plan, minute_limit, day_limit } = getLimits(company.plan)
  const isLimited = key.plan === plan && key.minute_limit === minute_limit && key.day_limit === day_limit
  const isSuspended = key.suspended_at !== undefined
  return [
    key.id === id && key.company_id === company.id ? null : `its row by its hash is of ${key.id} of ${key.company_id}`,
    isLimited ? null : `it has the limits of another plan than ${plan}`,
    isSuspended === (company.suspended_at !== undefined)
      ? null
      : `it is ${isSuspended ? '' : 'not '}suspended, and its company is${isSuspended ? ' not' : ''}`,
  ]
}
