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

/** The fields of a row as a JSON array, in the order in which they are given: names would double its size. */
export class Packer<Values extends object> {
  private readonly fields: (keyof Values & string)[]

  constructor(private readonly packings: { [Field in keyof Values]: Packing<Values[Field]> }) {
    this.fields = Object.keys(packings) as (keyof Values & string)[]
  }

  pack(values: Values): string {
    return JSON.stringify(this.list(values))
  }

  unpack(after: string): Values {
    return this.restore(JSON.parse(after))
  }

  list(values: Values): unknown[] {
    return this.fields.map((field) => this.packings[field].pack(values[field]))
  }

  restore(packed: unknown): Values {
    const list: unknown[] = Array.isArray(packed) ? packed : []
    const values: Record<string, unknown> = {}
    for (let position = 0; position < this.fields.length; position++) {
      const field = this.fields[position] as keyof Values & string
      values[field] = this.packings[field].unpack(list[position])
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
