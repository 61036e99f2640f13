/** The codes that were taken, and since when each is out of the picture, in milliseconds. Null: it is in it. */
export type Held = ReadonlyMap<string, number | null>

export const nothingHeld: Held = new Map()

/** A code that was out of the picture for so long, in milliseconds, is taken again. */
const awayMs = 2_000

/**
 * Says which code of a picture is taken: that in the middle, which comes first, if it is not held. What is not looked
 * at, while a form is open, is not away.
 */
export function takeCode(held: Held, codes: string[], now: number): { held: Held; taken: string | null } {
  const kept = new Map<string, number | null>()
  for (const [code, awaySince] of held) {
    const since = codes.includes(code) ? null : (awaySince ?? now)
    if (since === null || now - since < awayMs) kept.set(code, since)
  }
  const first = codes[0]
  if (first === undefined || kept.has(first)) return { held: kept, taken: null }
  return { held: kept.set(first, null), taken: first }
}

type Box = { x: number; y: number; width: number; height: number }
export type SeenCode = { rawValue: string; format: string; boundingBox: Box }

/** The texts of codes, that in the middle of the picture first. A code without a text is none. */
export function sortByMiddle(codes: SeenCode[], picture: { width: number; height: number }): string[] {
  const distance = ({ boundingBox: { x, y, width, height } }: SeenCode) =>
    Math.hypot(x + width / 2 - picture.width / 2, y + height / 2 - picture.height / 2)
  const sorted = [...codes].sort((a, b) => distance(a) - distance(b))
  return sorted.map(getText).filter((text) => text !== '')
}

/** A UPC is an EAN that begins with 0, which is not printed. Some detectors give it, others do not. */
function getText({ rawValue, format }: SeenCode): string {
  return format === 'ean_13' ? rawValue.replace(/^0/, '') : rawValue.trim()
}
