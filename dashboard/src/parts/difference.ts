export type Value = string | number | null

/** A field that somebody else has changed. `mine` is undefined where I have changed nothing. */
export type Difference = { label: string; mine: Value | undefined; theirs: Value }

/** True for values whose fields are in one order. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

/** The fields that are not as they were. */
export function pickChanges<Fields extends object>(now: Fields, before: Fields): Partial<Fields> {
  const changed = Object.entries(now).filter(([name, value]) => !isSame(value, Object(before)[name]))
  return Object.fromEntries(changed) as Partial<Fields>
}

/** Mine where I have changed something, else theirs. */
export function mergeFields<Fields extends object>(mine: Fields, base: Fields, theirs: Fields): Fields {
  return { ...theirs, ...pickChanges(mine, base) }
}

type Sides = { mine: Value; base: Value; theirs: Value }

/** The difference of a field, or none. `base`: as it was when the form was opened. */
export function compareSides(label: string, { mine, base, theirs }: Sides): Difference[] {
  const isMine = mine !== base
  if (theirs === (isMine ? mine : base)) return []
  return [{ label, mine: isMine ? mine : undefined, theirs }]
}
