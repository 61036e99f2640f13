/** An object or a list that is not closed yet. `step`: the key or the index of what it holds at the moment. */
type Open = { keys: Set<string> | null; step: string | number; awaitsKey: boolean }

/**
 * The path of the first key that comes twice in one object, or null. `JSON.parse` keeps the last of its values and
 * tells nobody. The text must be valid JSON.
 */
export function findRepeatedKey(text: string): (string | number)[] | null {
  const open: Open[] = []
  for (let at = 0; at < text.length; at++) {
    const innermost = open.at(-1)
    switch (text[at]) {
      case '{':
        open.push({ keys: new Set(), step: '', awaitsKey: true })
        break
      case '[':
        open.push({ keys: null, step: 0, awaitsKey: false })
        break
      case '}':
      case ']':
        open.pop()
        break
      case ',':
        if (innermost) goOn(innermost)
        break
      case '"': {
        const end = findEndOfString(text, at)
        if (innermost?.awaitsKey && !takeKey(innermost, JSON.parse(text.slice(at, end + 1))))
          return open.map(({ step }) => step)
        at = end
      }
    }
  }
  return null
}

function goOn(open: Open): void {
  if (typeof open.step === 'number') open.step++
  else open.awaitsKey = true
}

/** False where the object has the key already. */
function takeKey(object: Open, key: string): boolean {
  Object.assign(object, { step: key, awaitsKey: false })
  if (object.keys?.has(key)) return false
  object.keys?.add(key)
  return true
}

/** `start` and the result are the positions of the quotation marks. */
function findEndOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); ; end = text.indexOf('"', end + 1)) {
    let backslashes = 0
    while (text[end - 1 - backslashes] === '\\') backslashes++
    if (backslashes % 2 === 0) return end
  }
}
