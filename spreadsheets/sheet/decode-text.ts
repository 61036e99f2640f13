import { InputError } from '../input-error'

/** The text of a file: as its mark says, or else `encoding`, or else as it looks. The mark is left out. */
export function decodeText(bytes: Uint8Array, encoding: string | null): string {
  const decoder = openDecoder(findMark(bytes) ?? encoding ?? guessEncoding(bytes))
  try {
    const text = decoder.decode(bytes)
    return decoder.encoding === 'windows-1252' ? text.replace(/[\x80-\x9f]/g, replaceControl) : text
  } catch {
    const line = findBrokenLine(bytes, decoder.encoding)
    const hint = 'save the file in UTF-8, or name its encoding, such as --encoding windows-1252'
    throw new Error(`line ${line} is not ${decoder.encoding.toUpperCase()}: ${hint}`)
  }
}

// What windows-1252 has at 0x80 to 0x9f. Node 20 reads control characters there; browsers read five of them so.
const western = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

function replaceControl(control: string): string {
  return western[control.charCodeAt(0) - 0x80] ?? control
}

function openDecoder(encoding: string) {
  try {
    return new TextDecoder(encoding, { fatal: true })
  } catch {
    throw new InputError(`--encoding ${encoding} is not known`)
  }
}

function findMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  return first === 0xef && second === 0xbb && third === 0xbf ? 'utf-8' : null
}

/** A header in UTF-16 begins with a letter, of whose two bytes one is 0. In UTF-8, no text has such a byte. */
function guessEncoding([first, second]: Uint8Array): string {
  if (first === 0) return 'utf-16be'
  return second === 0 ? 'utf-16le' : 'utf-8'
}

/** The number of the first line that cannot be decoded. */
function findBrokenLine(bytes: Uint8Array, encoding: string): number {
  const decoder = openDecoder(encoding)
  let line = 1
  for (let from = 0; from < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, from)
    const to = end === -1 ? bytes.length : end + 1
    try {
      decoder.decode(bytes.subarray(from, to))
    } catch {
      return line
    }
    from = to
  }
  return line
}
