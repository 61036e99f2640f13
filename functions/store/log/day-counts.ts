import { PutCommand } from '@aws-sdk/lib-dynamodb'
import * as z from 'zod'
import { queryAll, type Table, tryWrite } from '../client'
import { keys } from '../schema'
import { type CountedPart, packParts, unpackParts } from './counted-parts'

/** Format 1 has the counts of one day, format 2 those of the days of a month. */
const DayRow = z.object({ sk: z.iso.date(), counts: z.record(z.string(), z.int()) })
const MonthRow = z.object({ format: z.literal(2), days: z.int(), packed: z.instanceof(Uint8Array) })
const CountsRow = z.union([MonthRow, DayRow])

/** Of UTC days: each part ends with its day (`2026-03-14`). In order. */
export async function readDayCounts(table: Table, companyId: string): Promise<CountedPart[]> {
  const rows = await queryAll(table, {
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.logMonth(companyId, '').pk },
  })
  const days = rows.flatMap((row) => {
    const counted = CountsRow.parse(row)
    return 'format' in counted ? unpackParts(counted.packed) : [{ end: counted.sk, counts: counted.counts }]
  })
  return days.sort((a, b) => (a.end < b.end ? -1 : 1))
}

/** Stores the days of a month (`2026-03`). Does nothing where more of them are stored already. */
export async function putDayCounts(
  table: Table,
  companyId: string,
  { month, days }: { month: string; days: CountedPart[] },
): Promise<void> {
  const command = new PutCommand({
    TableName: table.name,
    Item: { ...keys.logMonth(companyId, month), format: 2, days: days.length, packed: packParts(days) },
    ConditionExpression: 'attribute_not_exists(pk) OR days < :days',
    ExpressionAttributeValues: { ':days': days.length },
  })
  await tryWrite(table.db.send(command))
}
