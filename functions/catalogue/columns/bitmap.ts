/** A byte for each position of packed rows: 1 where it is set, for the rows that are meant. */
export type Bitmap = Uint8Array

/** Clears all positions that `set` does not set. */
export function keepSet(bitmap: Bitmap, set: (found: Bitmap) => void): void {
  const found = new Uint8Array(bitmap.length)
  set(found)
  for (let position = 0, { length } = bitmap; position < length; position++)
    if (found[position] !== 1) bitmap[position] = 0
}

/** Clears all positions but these, which are few. */
export function keepPositions(bitmap: Bitmap, positions: number[]): void {
  const kept = positions.filter((position) => bitmap[position] === 1)
  bitmap.fill(0)
  for (const position of kept) bitmap[position] = 1
}
