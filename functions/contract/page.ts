import * as z from 'zod'
import type { Page } from '../domain/list'
import { maxQuantity } from '../domain/stock/movement'
import { queryInteger } from './fields'

export const pageQuery = { limit: queryInteger(1, 100).default(50), offset: queryInteger(0, maxQuantity).default(0) }

/** The `sort` parameter: one of the fields, with `-` in front for descending order. */
export function sortOf<Field extends string>(fields: readonly Field[]) {
  const sorts = fields.flatMap((field) => [field, `-${field}`] as const)
  return z.enum(sorts, { error: `must be one of ${sorts.join(', ')}` })
}

/** Where a page is in its list. */
export const Pagination = z.object({ total: z.int(), limit: z.int(), offset: z.int(), has_more: z.boolean() })

export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({ data: z.array(row), pagination: Pagination })
}

/** A value that rows have, and how many of them have it. */
export const ValueCount = z.object({ name: z.string(), count: z.int() })
export const ValueCounts = z.object({ data: z.array(ValueCount) })

export function renderPage<Row>({ rows, total, limit, offset }: Page<Row>) {
  return { data: rows, pagination: { total, limit, offset, has_more: offset + rows.length < total } }
}
