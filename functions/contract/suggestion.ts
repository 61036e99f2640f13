import * as z from 'zod'
import type { SuggestedOrder as DomainSuggestedOrder, SuggestedLine } from '../domain/orders/suggestion'
import { anyId, optionalList, rows } from './fields'

export const SuggestOrders = z.strictObject({
  item_ids: optionalList(rows(anyId, 100, 'ask for the others with another request')),
})

const nullable = z.string().nullable()

export const SuggestedLineItem = z.object({
  item_id: z.string(),
  sku: z.string(),
  name: z.string(),
  quantity: z.int(),
  reorder_point: z.int(),
  quantity_on_order: z.int(),
  quantity_ordered: z.int(),
  unit_cost: nullable,
} satisfies Record<keyof SuggestedLine, z.ZodType>)

export const SuggestedOrder = z.object({
  supplier: z.object({ name: z.string(), email: nullable, phone: nullable }).nullable(),
  currency: nullable,
  line_items: z.array(SuggestedLineItem),
} satisfies Record<keyof DomainSuggestedOrder, z.ZodType>)

export const SuggestedOrders = z.object({ data: z.array(SuggestedOrder), left_out: z.int() })
