import { type MoveKind, moveKinds } from '../stock/move-search'

/** What is done with an item whose code was read, in the address. Where nothing is named, the item is opened. */
export type ScanSearch = { then?: MoveKind }

export function parseScanSearch({ then }: Record<string, unknown>): ScanSearch {
  return makeScanSearch(findKind(then))
}

export function makeScanSearch(kind: MoveKind | undefined): ScanSearch {
  // biome-ignore lint/suspicious/noThenProperty: it is a word, which nothing can call
  return kind ? { then: kind } : {}
}

export function findKind(name: unknown): MoveKind | undefined {
  return moveKinds.find((kind) => kind === name)
}
