// A scanner types into whatever has the focus, much faster than a hand, and ends with Enter or Tab.

/** The most between two of its keys, in milliseconds, */
export const gapMs = 35
/** and the fewest of its characters: shorter codes cannot be told from a hand. */
const minCharacters = 4
/** It may stop for as long, as by radio: what comes after is of the same code. No hand goes on so soon after a code. */
export const stopMs = 150

type Key = { key: string; ctrlKey: boolean; altKey: boolean; metaKey: boolean }

/** The characters of a code on their way. */
export class Burst {
  private text = ''
  /** How many characters have come without a stop, and the most that have. */
  private run = 0
  private longest = 0
  private last = Number.NEGATIVE_INFINITY
  private endedAt = Number.NEGATIVE_INFINITY

  /** True where the key may be the first of a code. */
  begins(at: number): boolean {
    return at - this.last >= stopMs
  }

  /** True where the key belongs to more than one of a code. */
  get isFast(): boolean {
    return this.run > 1
  }

  /** True for an Enter or a Tab just after that of a code: some scanners end with two. */
  isRest({ key }: Key, at: number): boolean {
    return isEnd(key) && at - this.endedAt < gapMs
  }

  /** Takes a key, at a time in milliseconds. Returns the code that it ends, or null. */
  press(key: Key, at: number): string | null {
    if (this.begins(at)) this.forget()
    const code = isEnd(key.key) && !key.metaKey && this.longest >= minCharacters ? this.text : null
    if (code !== null || this.isRest(key, at)) this.endedAt = at
    if (isEnd(key.key)) this.forget()
    else this.add(readCharacter(key), at)
    this.last = at
    return code
  }

  private add(character: string, at: number): void {
    this.text += character
    this.run = at - this.last < gapMs ? this.run + character.length : character.length
    this.longest = Math.max(this.longest, this.run)
  }

  private forget(): void {
    this.text = ''
    this.run = 0
    this.longest = 0
  }
}

const isEnd = (key: string) => key === 'Enter' || key === 'Tab'

/** Scanners send a control character as Ctrl and the letter of it, such as Ctrl and `]` for the separator of GS1. */
function readCharacter({ key, ctrlKey, altKey, metaKey }: Key): string {
  if (key.length !== 1 || metaKey || (altKey && !ctrlKey)) return ''
  return ctrlKey && !altKey ? String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f) : key
}
