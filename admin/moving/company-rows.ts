import { ScanCommand } from '@aws-sdk/lib-dynamodb'
import { findRowKind, getRowKind } from '../../functions/store/table/row-kinds'
import { isExpired, keys, type Row, type RowKey, ttlAttribute } from '../../functions/store/table/schema'
import { ofPartition, queryPages, type Table } from '../../functions/store/table/table'
import { isOfCompany } from '../table/table-scan'

/** Parts of the table that are scanned beside each other. */
const segments = 4
/** Less than DynamoDB's 1 MB: a local engine may read far beyond it. */
const logPageRows = 1_000

/** Every row of the company, but that of its plan; strongly consistent. A scan: nothing else leads to all of them. */
export async function* readCompanyRows(
  table: Table,
  companyId: string,
  pageRows?: number,
): AsyncGenerator<(Row & RowKey)[]> {
  for await (const page of scanFor(table, companyId, pageRows))
    yield page.filter((row) => isOfCompany(row, companyId) && getKind(row) !== 'PLAN')
}

/** The rows of the company's log, the oldest first; strongly consistent. */
export function readLogRows(table: Table, companyId: string, Limit = logPageRows) {
  const { pk } = keys.log(companyId, '', 0)
  return queryPages(table, { ...ofPartition(pk), Limit }) as AsyncGenerator<(Row & RowKey)[]>
}

/** DynamoDB sends what may be of the company alone. It reads, and charges for, the whole table. */
async function* scanFor(table: Table, companyId: string, Limit?: number): AsyncGenerator<(Row & RowKey)[]> {
  const scan = {
    TableName: table.name,
    ConsistentRead: true,
    Limit,
    TotalSegments: segments,
    FilterExpression: 'company_id = :company OR contains(pk, :part)',
    ExpressionAttributeValues: { ':company': companyId, ':part': `#${companyId}` },
  }
  let open: { Segment: number; ExclusiveStartKey?: Row | undefined }[] = Array.from({ length: segments }, (_, n) => ({
    Segment: n,
  }))
  while (open.length > 0) {
    const pages = await Promise.all(open.map((part) => table.db.send(new ScanCommand({ ...scan, ...part }))))
    for (const { Items = [] } of pages) yield Items as (Row & RowKey)[]
    open = open.flatMap(({ Segment }, n) => {
      const ExclusiveStartKey = pages[n]?.LastEvaluatedKey
      return ExclusiveStartKey ? [{ Segment, ExclusiveStartKey }] : []
    })
  }
}

/**
 * Not what has expired, the work of jobs, and what the destination makes itself: an alert is opened by what becomes low
 * next, what is due is made of the deliveries, and the write rate begins anew.
 */
export function isMoved(row: Row & RowKey, now: number): boolean {
  const kind = findRowKind(row)
  const isOldJob = kind === 'COMPANY' && row.sk.startsWith('JOB#') // as version 1.0.0 keeps them
  return kind !== null && getRowKind(kind).moves && !isOldJob && !hasExpired(row, now)
}

export function hasExpired({ [ttlAttribute]: ttl }: Row, now: number): boolean {
  return typeof ttl === 'number' && isExpired({ [ttlAttribute]: ttl }, now)
}

/** Whether it is the company's own row. */
export function isOwnRow({ pk, sk }: RowKey, companyId: string): boolean {
  const own = keys.company(companyId)
  return pk === own.pk && sk === own.sk
}

/** Whether another company could have a row with this key. */
export function namesNoCompany(row: Row): boolean {
  return ['KEY', 'KEYID', 'CHUNK'].includes(getKind(row))
}

/** With which the partition key begins. */
export function getKind({ pk }: Row): string {
  return String(pk).split('#', 1)[0] ?? ''
}

/** As it is put: an address had one row for all companies once. Null where the row has that key. */
export function findOwnKey({ pk }: RowKey, companyId: string): RowKey | null {
  return getKind({ pk }) === 'EMAIL' ? { pk, sk: keys.email('', companyId).sk } : null
}
