import { unmarshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBRecord } from 'aws-lambda'
import type { RowKey } from '../schema'
import { type LogRow, parseLogRow } from './log-row'

/** A row as the stream tells it. `place` names the record. `row` is an error where it cannot be read. */
export type StreamedRow = { place: string; key: RowKey; row: LogRow | Error }

export function readRecord({ dynamodb = {} }: DynamoDBRecord): StreamedRow {
  const { Keys = {}, NewImage = {}, SequenceNumber = '' } = dynamodb
  const key = { pk: Keys.pk?.S ?? '', sk: Keys.sk?.S ?? '' }
  return { place: SequenceNumber, key, row: readImage(NewImage) }
}

type Image = NonNullable<NonNullable<DynamoDBRecord['dynamodb']>['NewImage']>

function readImage(image: Image): LogRow | Error {
  try {
    return parseLogRow(unmarshall(image as Parameters<typeof unmarshall>[0]))
  } catch (error) {
    return error as Error
  }
}
