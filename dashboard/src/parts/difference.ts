export type Value = string | number | null

/** A field that somebody else has changed. `mine` is undefined where I have changed nothing. */
export type Difference = { label: string; mine: Value | undefined; theirs: Value }

type Sides = { mine: Value; base: Value; theirs: Value }

/** The difference of a field, or none. `base`: as it was when the form was opened. */
export function compareSides(label: string, { mine, base, theirs }: Sides): Difference[] {
  const isMine = mine !== base
  if (theirs === (isMine ? mine : base)) return []
  return [{ label, mine: isMine ? mine : undefined, theirs }]
}
