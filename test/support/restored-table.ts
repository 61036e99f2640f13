import type { ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { type Served, serve } from '../../local/serve'

type Body = Record<string, unknown>
/** What is put into the description of the table. */
export type Change = { TableStatus?: string; IndexStatus?: string; RestoreSummary?: object }

/**
 * Stands before a local engine and adds what DynamoDB alone has: point-in-time recovery, and tables that take time.
 * Each description of a table is changed by the next one of `changes`, until none is left.
 */
export async function startRestoringEngine(engine: string, changes: Change[]): Promise<Served> {
  let recovery = 'DISABLED'
  const describeBackups = () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: recovery },
    },
  })
  return serve(async (incoming, outgoing) => {
    const body = await buffer(incoming)
    const operation = String(incoming.headers['x-amz-target']).split('.')[1]
    if (operation === 'DescribeContinuousBackups') return answer(outgoing, 200, describeBackups())
    if (operation === 'UpdateContinuousBackups') {
      recovery = 'ENABLED'
      return answer(outgoing, 200, describeBackups())
    }
    const { host: _, ...headers } = incoming.headers
    const onward = await fetch(engine, { method: 'POST', headers: headers as Record<string, string>, body })
    const found = (await onward.json()) as { Table?: Body }
    const change = operation === 'DescribeTable' ? changes.shift() : undefined
    answer(outgoing, onward.status, change && found.Table ? { Table: changeTable(found.Table, change) } : found)
  })
}

function changeTable(table: Body, { IndexStatus, ...change }: Change): Body {
  const indexes = (table.GlobalSecondaryIndexes ?? []) as Body[]
  if (IndexStatus === undefined) return { ...table, ...change }
  return { ...table, ...change, GlobalSecondaryIndexes: indexes.map((index) => ({ ...index, IndexStatus })) }
}

function answer(outgoing: ServerResponse, status: number, body: object): void {
  outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body))
}
