/** A generated request: what is sent is made of it when it is known what exists. */
export type Draft = {
  operation: string
  /** Which key: `full`, `reader`, `writer` and `sender` of the company that sends it, or one of the world. */
  key: string
  id: string
  /** The second id of the path: of a delivery. */
  innerId: string
  query: [name: string, value: string][]
  /** Sent unchanged, behind the others. */
  rawQuery: string
  headers: { [name: string]: string }
  body: Body
  /** Sent again after the answer, as after a lost one. */
  twice: boolean
}

export type Body =
  | { kind: 'none' }
  | { kind: 'json'; value: unknown }
  /** `latin1` is for bytes that are not UTF-8. */
  | { kind: 'text'; text: string; encoding: 'utf8' | 'latin1' }
  /** `start`, `levels` times `open`, `middle`, then as many times `close`, and `end`. */
  | { kind: 'deep'; start: string; open: string; middle: string; close: string; levels: number; end: string }
  /** `start`, then `unit` until the body has so many bytes, and `end`. */
  | { kind: 'huge'; start: string; unit: string; end: string; bytes: number }

/** `value` is for a `json` body, with its references replaced. */
export function writeBody(body: Body, value: unknown): Buffer {
  if (body.kind === 'none') return Buffer.alloc(0)
  if (body.kind === 'json') return Buffer.from(JSON.stringify(value))
  if (body.kind === 'text') return Buffer.from(body.text, body.encoding)
  if (body.kind === 'deep') {
    const { start, open, middle, close, levels, end } = body
    return Buffer.from(start + open.repeat(levels) + middle + close.repeat(levels) + end)
  }
  const { start, unit, end, bytes } = body
  return Buffer.from(start + unit.repeat(Math.ceil(bytes / unit.length)) + end)
}
