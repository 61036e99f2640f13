import { Refusal } from '../../functions/domain/errors'
import { findCompany } from '../../functions/store/companies/companies'
import { readApiKeys } from '../../functions/store/companies/key-row'
import { readPeople } from '../../functions/store/companies/person-row'
import type { Row } from '../../functions/store/table/schema'
import type { Table } from '../../functions/store/table/table'
import { deliveryTimeoutMs, routeTimeoutMs, settledAfterMs } from '../../functions/store/time/timing'
import { readWebhookRows } from '../../functions/store/webhooks/webhook-row'
import { requireIdle, type WaitTools, waitForWriters, waitUntil } from '../companies/quiet'
import { setMoving, suspendParts } from '../companies/suspension'
import type { Sealing } from '../webhooks/rewrap-secrets'
import { getKind, isMoved, readCompanyRows } from './company-rows'
import { type End, formatMoveFile, type Header, moveKeyCheck } from './move-file'
import { type Resealing, resealRow } from './sealed-texts'
import { requireDelivered } from './undelivered'

export type MoveOutTools = WaitTools & {
  /** Opens what the stack has sealed. */
  vault: Pick<Sealing, 'open'>
  /** Seals by the key of the file. */
  fileVault: Pick<Sealing, 'seal'>
  release: string
  /** Who signs people in at this stack. Null where nobody can. */
  issuer: string | null
  /** The most rows of a page of the scan. A page of 1 MB by default. */
  pageRows?: number
}

/** `rows`: of each kind. `unreadable`: rows with secrets that the stack cannot open itself. */
export type MoveOut = { company_id: string; rows: End['rows']; unreadable: string[] }

/**
 * Waits until no request of the suspended company is under way, marks it, so that no job of it begins, and returns when
 * nobody writes its rows any more. Can be repeated. Refused with `invalid_state` if it is not suspended, or is being
 * erased or imported; while a restore or a snapshot is under way; and where deliveries are not made yet.
 */
export async function quietCompany(table: Table, companyId: string, tools: WaitTools): Promise<void> {
  if ((await findCompany(table, companyId))?.suspended_at === undefined) throw makeStateRefusal(companyId)
  // A suspension that was killed may have left some.
  await suspendParts(table, companyId, 'keys', 'webhooks')
  const webhooks = await readWebhookRows(table, companyId)
  const suspended = [...(await readApiKeys(table, companyId)), ...(await readPeople(table, companyId)), ...webhooks]
  const suspensions = suspended.map(({ suspended_at = 0 }) => suspended_at)
  const requestsEnded = Math.max(0, ...suspensions) + routeTimeoutMs + settledAfterMs
  await waitUntil(table, requestsEnded, 'no request is under way', tools)
  // A restore that a request has begun goes on in a job, which the mark would stop.
  await requireIdle(table, companyId)
  const company = await setMoving(table, companyId)
  if (company === null) throw makeStateRefusal(companyId)
  const ended = await waitForWriters(table, { companyId, markedAt: company.moving_at, suspensions }, tools)
  // Events of the last changes become deliveries, and attempts that were under way are recorded.
  if (webhooks.length > 0)
    await waitUntil(table, ended + deliveryTimeoutMs + settledAfterMs, 'no delivery is under way', tools)
  await requireDelivered(table, companyId, webhooks)
}

function makeStateRefusal(companyId: string): Refusal {
  const text = `The company ${companyId} is not suspended, or is being erased or imported.`
  return new Refusal('invalid_state', text)
}

/** The lines of the file. `quietCompany` comes first. Tells `done` what was written. */
export async function* exportRows(
  table: Table,
  companyId: string,
  tools: MoveOutTools,
  done: (moved: MoveOut) => void,
): AsyncGenerator<string> {
  const { vault, fileVault, release, issuer, pageRows, report } = tools
  const resealing: Resealing = { from: vault, to: fileVault, unreadable: [] }
  const header: Header = {
    release,
    company_id: companyId,
    exported_at: new Date(table.now()).toISOString(),
    issuer,
    key_check: await fileVault.seal(moveKeyCheck.text, moveKeyCheck.context),
  }
  async function* makePages() {
    let rows = 0
    for await (const page of readCompanyRows(table, companyId, pageRows)) {
      const moved = page.filter((row) => isMoved(row, table.now()))
      if (moved.length > 0) yield await Promise.all(moved.map((row) => toMoved(companyId, row, resealing)))
      if (Math.floor(rows / rowsPerReport) < Math.floor((rows + moved.length) / rowsPerReport))
        report(`${(rows + moved.length).toLocaleString('en')} rows`)
      rows += moved.length
    }
  }
  yield* formatMoveFile(header, makePages(), (rows) =>
    done({ company_id: companyId, rows, unreadable: resealing.unreadable }),
  )
}

const rowsPerReport = 10_000

/** As it is written. Chunks name their company from now on, and the mark of the move is not moved. */
async function toMoved(companyId: string, row: Row, resealing: Resealing): Promise<Row> {
  const { moving_at: _, ...rest } = row
  return resealRow(companyId, getKind(row) === 'CHUNK' ? { ...rest, company_id: companyId } : rest, resealing)
}
