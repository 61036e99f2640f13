/** The movements that people make by hand. */
export const moveKinds = ['sell', 'receive', 'count', 'adjust'] as const
export type MoveKind = (typeof moveKinds)[number]

/** The movement that is open, in the address of any page: a reload opens it again. */
export type MoveSearch = { move?: MoveKind; of?: string }

export function parseMoveSearch({ move, of }: Record<string, unknown>): MoveSearch {
  const kind = moveKinds.find((each) => each === move)
  return kind && typeof of === 'string' ? { move: kind, of } : {}
}
