import { plans } from '../../functions/domain/companies/plan'
import type { Bill } from './bill'
import { type Company, countChanges } from './companies'
import { getSnapshot } from './measured'

/** An item with its SKU guard. */
const itemBytes = 1_000
/** With its copy in the index. */
const logRowBytes = 1_000
const monthsOfLog = 12
/** Chunks are kept for a week, and a base is made each night. */
const bases = 7

/** What is stored: items, a year of the log, bases, and the daily snapshots of the Enterprise plan. */
export function makeDataBill(company: Company): Bill {
  const { items, plan } = company
  const snapshots = plan === 'enterprise' ? plans[plan].snapshotDays : 0
  const bytes =
    items * itemBytes +
    monthsOfLog * countChanges(company) * logRowBytes +
    (bases + snapshots) * getSnapshot(items).bytes
  return { tableGbMonth: bytes / 1e9, backupGbMonth: bytes / 1e9 }
}
