import type { DynamoDBRecord } from 'aws-lambda'
import { type LogRow, parseImage, parseLogRow } from '../../store/log/log-row'
import type { RowKey } from '../../store/table/schema'
import { findRow, type Table } from '../../store/table/table'

/** A row as the stream tells it. `place` names the record. `row` is an error where it cannot be read. */
export type StreamedRow = { place: string; key: RowKey; row: LogRow | Error }

export function readRecord({ dynamodb = {} }: DynamoDBRecord): StreamedRow {
  const { Keys = {}, NewImage = {}, SequenceNumber = '' } = dynamodb
  const key = { pk: Keys.pk?.S ?? '', sk: Keys.sk?.S ?? '' }
  return { place: SequenceNumber, key, row: readImage(NewImage) }
}

/** Null for a row that is gone: it belonged to a company that was erased. Throws where it cannot be read. */
export async function findStreamedRow(table: Table, { pk, sk }: RowKey): Promise<LogRow | null> {
  const row = await findRow(table, { pk, sk })
  return row === undefined ? null : parseLogRow(row)
}

function readImage(image: object): LogRow | Error {
  try {
    return parseImage(image)
  } catch (error) {
    return error as Error
  }
}
