// A scanner types into whatever has the focus, much faster than a hand, and ends with Enter or Tab.

/** The most between two of its keys, in milliseconds, */
export const gapMs = 35
/** and the fewest of its characters: shorter codes cannot be told from a hand. */
const minCharacters = 4

type Key = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

/** The characters of a code on their way. */
export class Burst {
  private text = ''
  private last = Number.NEGATIVE_INFINITY
  private endedAt = Number.NEGATIVE_INFINITY

  /** True where the key may be the first of a code. */
  begins(at: number): boolean {
    return at - this.last >= gapMs
  }

  /** True where the key belongs to more than one of a code. */
  get isFast(): boolean {
    return this.text.length > 1
  }

  /** True for an Enter or a Tab just after that of a code: some scanners end with two. */
  isRest({ key }: Key, at: number): boolean {
    return isEnd(key) && at - this.endedAt < gapMs
  }

  /** Takes a key, at a time in milliseconds. Returns the code that it ends, or null. */
  press(key: Key, at: number): string | null {
    if (this.begins(at)) this.text = ''
    const code = isEnd(key.key) && !key.metaKey && this.text.length >= minCharacters ? this.text : null
    if (code !== null || this.isRest(key, at)) this.endedAt = at
    if (isEnd(key.key)) this.text = ''
    else this.text += readCharacter(key)
    this.last = at
    return code
  }
}

const isEnd = (key: string) => key === 'Enter' || key === 'Tab'

/** Scanners send a control character as Ctrl and the letter of it, such as Ctrl and `]` for the separator of GS1. */
function readCharacter({ key, ctrlKey, altKey, metaKey }: Key): string {
  if (key.length !== 1 || metaKey || (altKey && !ctrlKey)) return ''
  return ctrlKey && !altKey ? String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f) : key
}
