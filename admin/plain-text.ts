/** What others have written may move a terminal's cursor, or turn the direction of what follows. Keeps the lines. */
export function toPlain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?')
}

/** A single value, with single spaces: it may not look like the next line of what is printed, either. */
export function toLine(text: string): string {
  return toPlain(text).replace(/\s+/g, ' ').trim()
}
