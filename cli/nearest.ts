/** What to say after a word that is not known: the nearest of `words`, or nothing where none is near. */
export function suggest(wrong: string, words: readonly string[]): string {
  const allowed = Math.max(1, Math.floor(wrong.length / 3))
  const near = words
    .map((word) => ({ word, distance: countEdits(wrong, word) }))
    .filter(({ word, distance }) => distance <= allowed && distance < word.length)
    .sort((a, b) => a.distance - b.distance)
  return near[0] === undefined ? '' : `. Did you mean '${near[0].word}'?`
}

/** How many letters must be added, left out, changed, or swapped with the next one, to make one word the other. */
function countEdits(from: string, to: string): number {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= from.length; row++) {
    rows[row] = [row]
    for (let column = 1; column <= to.length; column++) {
      const changed = at(row - 1, column - 1) + (from[row - 1] === to[column - 1] ? 0 : 1)
      const isSwap = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      const swapped = isSwap ? at(row - 2, column - 2) + 1 : changed
      rows[row]?.push(Math.min(changed, swapped, at(row - 1, column) + 1, at(row, column - 1) + 1))
    }
  }
  return at(from.length, to.length)
}
