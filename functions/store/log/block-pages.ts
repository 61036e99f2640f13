import * as z from 'zod'
import { keys } from '../table/schema'
import { ofPartition, queryAll, type Table } from '../table/table'
import { type CountedPart, putParts, unpackParts } from './counted-parts'

/** Blocks of a UTC day (`2026-03-14`), in order. Each ends with the sort key of its last row. */
export type BlockPage = { date: string; number: number; blocks: CountedPart[] }

export const BlockPageRow = z.object({ sk: z.string(), packed: z.instanceof(Uint8Array) })

/** Of the days from `from` to `to`, both included, in order. Strongly consistent. */
export async function readBlockPages(
  table: Table,
  companyId: string,
  { from, to = '' }: { from: string; to?: string },
): Promise<BlockPage[]> {
  const { pk } = keys.logBlocks(companyId, '', 0)
  const ends = { ':from': from, ':to': `${to}~` } // `~` sorts after every character of a key
  const rows = await queryAll(table, ofPartition(pk, 'sk BETWEEN :from AND :to', ends))
  return rows.map(parseBlockPage)
}

export function parseBlockPage(row: unknown): BlockPage {
  const { sk, packed } = BlockPageRow.parse(row)
  const [date = '', number] = sk.split('#')
  return { date, number: Number(number), blocks: unpackParts(packed) }
}

/** Unless `replace`, does nothing where as many blocks are stored already. */
export function putBlockPage(
  table: Table,
  companyId: string,
  { date, number, blocks }: BlockPage,
  options: { replace?: boolean } = {},
): Promise<void> {
  const key = keys.logBlocks(companyId, date, number)
  return putParts(table, { key, count: 'blocks', parts: blocks }, options)
}
