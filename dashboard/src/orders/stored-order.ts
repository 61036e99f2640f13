import type { Order } from '../../../client'
import { compareSides, type Difference, isSame, mergeFields, type Value } from '../parts/difference'
import { type LineFields, type OrderFields, pickFields, pickHeader, type StoredOrder } from './order-values'
import { texts } from './texts'

export function toStored(order: Order, etag: string | null): StoredOrder {
  return { fields: pickFields(order), etag }
}

/** Mine where I have changed something, else theirs. A line is taken as a whole. */
export function mergeOrders(mine: OrderFields, base: OrderFields, theirs: OrderFields): OrderFields {
  return {
    supplier: mergeFields(mine.supplier, base.supplier, theirs.supplier),
    ...mergeFields(pickHeader(mine), pickHeader(base), pickHeader(theirs)),
    line_items: mergeLines(mine.line_items, base.line_items, theirs.line_items),
  }
}

function mergeLines(mine: LineFields[], base: LineFields[], theirs: LineFields[]): LineFields[] {
  const kept = mine.flatMap((line) => {
    const before = find(base, line.id)
    const stored = find(theirs, line.id)
    const isMine = !isSame(line, before)
    // What they have removed comes back, where I have changed it: as a line of its own.
    if (!stored) return isMine ? [{ ...line, id: null }] : []
    return [isMine ? line : stored]
  })
  return [...kept, ...theirs.filter(({ id }) => !find(base, id))]
}

function find(lines: LineFields[], id: string | null): LineFields | undefined {
  return id === null ? undefined : lines.find((line) => line.id === id)
}

/** Lines that I have added are in nobody's way. */
export function findDifferences(mine: OrderFields, base: OrderFields, theirs: OrderFields): Difference[] {
  const [own, before, stored] = [mine, base, theirs].map(flatten)
  const names = new Map([...(before ?? []), ...(stored ?? [])].map(([key, { label }]) => [key, label]))
  return [...names].flatMap(([key, label]) => {
    const value = (side: Flat | undefined) => side?.get(key)?.value ?? null
    return compareSides(label, { mine: value(own), base: value(before), theirs: value(stored) })
  })
}

type Flat = Map<string, { label: string; value: Value }>

/** Each field, and each line as one. */
function flatten(order: OrderFields): Flat {
  const { supplier, line_items } = order
  const header = Object.entries({ ...supplier, ...pickHeader(order) })
  const names: Record<string, string> = { ...texts.supplierFields, ...texts.fields }
  return new Map([
    ...header.map(([name, value]) => [name, { label: names[name] ?? name, value }] as const),
    ...line_items.flatMap((line) => (line.id === null ? [] : [[line.id, describeLine(line)] as const])),
  ])
}

function describeLine({ sku, name, quantity_ordered, unit_cost, notes }: LineFields) {
  return { label: texts.lineOf(sku, name), value: texts.lineValue(quantity_ordered, unit_cost, notes) }
}
