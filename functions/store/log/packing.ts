import type { FieldValues } from '../../domain/fields'

/** How a value of a field is kept in a log row. Throws `TypeError` where the row does not hold it. */
export type Packing<Value> = { pack: (value: Value) => unknown; unpack: (packed: unknown) => Value }

export const text: Packing<string> = { pack: (value) => value, unpack: requireText }
export const number: Packing<number> = { pack: (value) => value, unpack: requireNumber }
/** ISO 8601 UTC, packed as epoch milliseconds. */
export const time: Packing<string> = {
  pack: (value) => Date.parse(value),
  unpack: (packed) => new Date(requireNumber(packed)).toISOString(),
}

/** One of `words`. */
export function makeWord<Word extends string>(words: readonly Word[]): Packing<Word> {
  return {
    pack: (value) => value,
    unpack: (packed) => {
      const known = words.find((each) => each === packed)
      if (known === undefined) throw new TypeError(`a log row has ${packed} in place of one of ${words.join(', ')}`)
      return known
    },
  }
}

export function makeOptional<Value>({ pack, unpack }: Packing<Value>): Packing<Value | null> {
  return {
    pack: (value) => (value === null ? null : pack(value)),
    unpack: (packed) => (packed === null ? null : unpack(packed)),
  }
}

const optionalText = makeOptional(text)

/** How each kind of field is kept. */
export const packings = {
  text: () => text,
  code: () => text,
  quantity: () => number,
  positive: () => number,
  count: () => number,
  time: () => time,
  'text?': () => optionalText,
  'code?': () => optionalText,
  'date?': () => optionalText,
  'currency?': () => optionalText,
  'email?': () => optionalText,
  'amount?': () => optionalText,
  'quantity?': () => makeOptional(number),
  'time?': () => makeOptional(time),
} satisfies { [Kind in keyof FieldValues]: () => Packing<FieldValues[Kind]> }

/** Where a field stands among the others, and in which version of the form first: 1 where that is left out. */
type Place = { place: number; since?: number }

/**
 * The fields of a row as a JSON array: names would double its size. A version of the form adds fields at the end. The
 * row begins with its number, but version 1 begins with the bracket. In a row of an earlier version, what came later is
 * null. Of a later one, the fields that this release knows are read: while a release is rolled out, both write.
 */
export class Packer<Values extends object> {
  private readonly fields: { name: keyof Values & string; since: number }[]
  private readonly version: number

  /** Without `places`, the fields stand in the order of `packings`. */
  constructor(
    private readonly packings: { [Field in keyof Values]: Packing<Values[Field]> },
    places?: { readonly [Field in keyof Values]: Place },
  ) {
    const names = Object.keys(packings) as (keyof Values & string)[]
    if (places) names.sort((a, b) => places[a].place - places[b].place)
    this.fields = names.map((name) => ({ name, since: places?.[name].since ?? 1 }))
    this.version = Math.max(...this.fields.map(({ since }) => since))
  }

  pack(values: Values): string {
    return `${this.version === 1 ? '' : this.version}${JSON.stringify(this.list(values))}`
  }

  /** Throws `TypeError` where the row does not hold the fields, or has another form. */
  unpack(after: string): Values {
    const [number] = /^\d*(?=\[)/.exec(after) ?? []
    if (number === undefined) throw new TypeError(`a log row has a form that is not known: ${after.slice(0, 10)}`)
    return this.restore(JSON.parse(after.slice(number.length)), Number(number || 1))
  }

  list(values: Values): unknown[] {
    return this.fields.map(({ name }) => this.packings[name].pack(values[name]))
  }

  restore(packed: unknown, version = this.version): Values {
    const list: unknown[] = Array.isArray(packed) ? packed : []
    const values: Record<string, unknown> = {}
    for (let position = 0; position < this.fields.length; position++) {
      const { name, since } = this.fields[position] as (typeof this.fields)[number]
      values[name] = since > version ? null : this.packings[name].unpack(list[position])
    }
    return values as Values
  }
}

function requireText(packed: unknown): string {
  if (typeof packed !== 'string') throw new TypeError(`a log row has ${packed} in place of a text`)
  return packed
}

function requireNumber(packed: unknown): number {
  if (typeof packed !== 'number') throw new TypeError(`a log row has ${packed} in place of a number`)
  return packed
}
