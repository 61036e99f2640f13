/** What a file says may move the cursor of a terminal, or turn the direction of what follows. Keeps the lines. */
export function toPlain(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, '?')
}

/** A single value: it may not look like the next line of what is printed, either. */
export function toLine(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '?')
}
