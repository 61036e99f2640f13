/** A mail to one person. `unsubscribe`: the address of the page on which it is switched off, if it comes again. */
export type Mail = { subject: string; text: string; html: string; unsubscribe: string | null }

/**
 * Without control characters, and without those that turn or hide a text, but for what joins letters. A space breaks
 * what a program of mail would make a link of.
 */
export function toLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/(?![\u200c\u200d])\p{Cf}/gu, '')
    .replaceAll('://', ': //')
    .replace(/\.(?=\p{L}{2})/gu, '. ')
    .trim()
}
