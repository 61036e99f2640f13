import type { AttributeValue } from '@aws-sdk/client-dynamodb'

// A row as DynamoDB's export to S3 has it, and its import reads it: a line of DynamoDB JSON.

type Item = Record<string, AttributeValue>

/** Without the end of the line. */
export function formatItem(Item: Item): string {
  return JSON.stringify({ Item }, formatBytes)
}

/** Throws an `Error` where the line is no row. */
export function parseItem(line: string): Item {
  const { Item } = JSON.parse(line, parseBytes) ?? {}
  if (typeof Item !== 'object' || Item === null) throw new Error('the line has no row')
  return Item
}

/**
 * Without their ends. Not by `readline`: that also ends a line where a text has a character such as U+2028. A line that
 * is longer than `maxCharacters` is cut, so that none fills the memory.
 */
export async function* splitLines(parts: AsyncIterable<string>, maxCharacters = 1e9): AsyncGenerator<string> {
  let rest = ''
  for await (const part of parts) {
    const lines = `${rest}${part}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
    if (rest.length <= maxCharacters) continue
    yield rest
    rest = ''
  }
  if (rest !== '') yield rest
}

/** For `JSON.stringify`: bytes are base64. */
function formatBytes(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value
}

/** For `JSON.parse`. The name of an attribute has an object as its value, so a `B` with a text is a type. */
function parseBytes(name: string, value: unknown): unknown {
  if (name === 'B' && typeof value === 'string') return Buffer.from(value, 'base64')
  if (name === 'BS' && Array.isArray(value)) return value.map((each) => Buffer.from(each, 'base64'))
  return value
}
