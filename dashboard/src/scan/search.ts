import { makeParse } from '../parts/search'
import { type MoveKind, moveKinds } from '../stock/move-search'

/**
 * What is done with an item whose code was read, in the address. Where nothing is named, the item is opened. `code` was
 * read on another page, and is looked up.
 */
export type ScanSearch = { then?: MoveKind; code?: string }

const parseCode = makeParse({ code: 'text' })

export function parseScanSearch(given: Record<string, unknown>): ScanSearch {
  return { ...makeScanSearch(findKind(given.then)), ...parseCode(given) }
}

export function makeScanSearch(kind: MoveKind | undefined): ScanSearch {
  // biome-ignore lint/suspicious/noThenProperty: it is a word, which nothing can call
  return kind ? { then: kind } : {}
}

export function findKind(name: unknown): MoveKind | undefined {
  return moveKinds.find((kind) => kind === name)
}
