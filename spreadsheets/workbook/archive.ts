import { Inflate, strFromU8 } from 'fflate'
import { InputError } from '../input-error'

/** A file of the archive, as it is packed. */
type Part = { packed: Uint8Array; isDeflated: boolean }

const endMark = 0x06054b50
const entryMark = 0x02014b50
/** The shortest end of an archive, and the longest: a comment of 65 535 bytes may follow. */
const [endSize, maxEndSize] = [22, 65_557]

/** Lists the files of an archive by its directory: APPNOTE.TXT of ZIP, 4.3. */
function listParts(bytes: Uint8Array): Map<string, Part> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const parts = new Map<string, Part>()
  let at = view.getUint32(end + 16, true)
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    if (view.getUint32(at, true) !== entryMark) throw new Error('the directory ends early')
    const length = view.getUint16(at + 28, true)
    parts.set(strFromU8(bytes.subarray(at + 46, at + 46 + length)), findPart(bytes, view, at))
    at += 46 + length + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return parts
}

function findEnd(view: DataView): number {
  const first = Math.max(0, view.byteLength - maxEndSize)
  for (let at = view.byteLength - endSize; at >= first; at--) if (view.getUint32(at, true) === endMark) return at
  throw new Error('the archive has no directory')
}

/** `at`: of the entry in the directory. The file begins behind a header of its own. */
function findPart(bytes: Uint8Array, view: DataView, at: number): Part {
  const header = view.getUint32(at + 42, true)
  const from = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true)
  const packed = bytes.subarray(from, from + view.getUint32(at + 20, true))
  return { packed, isDeflated: view.getUint16(at + 10, true) === 8 }
}

/**
 * What a byte of an archive unpacks to at most, in bytes and in tags. Empty rows of LibreOffice are packed to a
 * fortieth, and equal cells have two tags a byte. A file that was made to fill the memory is packed to a thousandth.
 */
const most = { bytes: 64, tags: 3 }
/** What the smallest archive may unpack to. */
const free = { bytes: 4 * 1024 * 1024, tags: 100_000 }

/** The files of a workbook. All that is unpacked of them together is bounded by the size of the archive. */
export class Archive {
  private readonly parts: Map<string, Part>
  private readonly left: { bytes: number; tags: number }

  constructor(bytes: Uint8Array) {
    this.parts = listParts(bytes)
    this.left = { bytes: free.bytes + bytes.length * most.bytes, tags: free.tags + bytes.length * most.tags }
  }

  has(path: string): boolean {
    return this.parts.has(path)
  }

  /** Yields the text of a part as it is unpacked, so that one that unpacks to too much is noticed on the way. */
  *read(path: string): Generator<string> {
    const part = this.parts.get(path)
    if (part === undefined) throw new Error(`the part ${path} is not there`)
    const decoder = new TextDecoder()
    for (const bytes of part.isDeflated ? unpack(part.packed) : [part.packed]) {
      const text = decoder.decode(bytes, { stream: true })
      this.left.bytes -= bytes.length
      this.left.tags -= countTags(text)
      if (this.left.bytes < 0 || this.left.tags < 0)
        throw new InputError('The workbook is small, and unpacks to very much: save it anew in a spreadsheet program')
      yield text
    }
  }
}

/** How much is unpacked at once, in packed bytes. */
const stepBytes = 4 * 1024

function* unpack(packed: Uint8Array): Generator<Uint8Array> {
  const ready: Uint8Array[] = []
  const inflate = new Inflate((bytes) => ready.push(bytes))
  for (let from = 0; from < packed.length; from += stepBytes) {
    inflate.push(packed.subarray(from, from + stepBytes), from + stepBytes >= packed.length)
    yield* ready.splice(0)
  }
}

function countTags(text: string): number {
  let tags = 0
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at + 1)) tags++
  return tags
}
