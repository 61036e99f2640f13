import { makeParse } from '../parts/search'
import { type MoveKind, moveKinds } from '../stock/move-search'

/**
 * What is done with an item whose code was read, in the address. Where nothing is named, the item is opened. `code` was
 * read on another page, and is looked up. `one`: each scan books one unit, without a form. An address that has a code
 * books nothing by itself.
 */
export type ScanSearch = { then?: MoveKind; code?: string; one?: true }

const parseRest = makeParse({ code: 'text', one: 'flag' })

export function parseScanSearch(given: Record<string, unknown>): ScanSearch {
  const { one, ...rest } = parseRest(given)
  const then = findKind(given.then)
  return { ...makeScanSearch(then), ...rest, ...(one && isOneByOne(then) && !rest.code && { one }) }
}

/** True for what a scan can book without a form. */
export function isOneByOne(kind: MoveKind | undefined): kind is 'sell' | 'receive' {
  return kind === 'sell' || kind === 'receive'
}

export function makeScanSearch(kind: MoveKind | undefined): ScanSearch {
  // biome-ignore lint/suspicious/noThenProperty: it is a word, which nothing can call
  return kind ? { then: kind } : {}
}

export function findKind(name: unknown): MoveKind | undefined {
  return moveKinds.find((kind) => kind === name)
}
