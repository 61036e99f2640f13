import fc from 'fast-check'
import { anyCharacter } from '../any-character'
import { type Contract, dereference, isFree, listTypes, type Schema } from './document'
import { formats, listLongTexts, makeText, nearMisses } from './texts'

type Value = fc.Arbitrary<unknown>
type Fields = { [field: string]: unknown }

/** By the name of a field: texts that name something that exists, and how many of ten values are such a text. */
export type References = { [field: string]: { arbitrary: fc.Arbitrary<string>; ofTen: number } }

/** The keywords that are taken into account, or say nothing about what is valid. */
const known = new Set([
  ...['description', 'title', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly'],
  ...['$ref', 'type', 'enum', 'const', 'not', 'anyOf', 'oneOf', 'properties', 'required', 'additionalProperties'],
  ...['items', 'minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format'],
])

/** So no rule of the document is left out silently. */
function failFor(what: string): never {
  throw new Error(`the contract tests do not know ${what}`)
}

/** Makes values by schemas. */
export class Values {
  /** `optional`: how often an optional field is given, in percent. With 0, values are also short and small. */
  constructor(
    private readonly contract: Pick<Contract, 'schemas'>,
    private readonly references: References,
    private readonly optional: number,
  ) {}

  /** Values that are valid, those at the limits among them. `field` is the name of the field that has the value. */
  make(given: Schema, field = ''): Value {
    const schema = dereference(given, this.contract)
    const unknown = Object.keys(schema).find((keyword) => !known.has(keyword))
    if (unknown !== undefined) failFor(`the keyword '${unknown}'`)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) {
      const weigh = ({ type }: Schema) => (type === 'null' ? 1 : 4)
      return fc.oneof(...variants.map((each) => ({ weight: weigh(each), arbitrary: this.make(each, field) })))
    }
    if (isFree(schema)) return anything
    const value = fc.oneof(...listTypes(schema).map((type) => this.makeOfType(type, schema, field)))
    const { not } = schema
    if (not && !('const' in not)) failFor("a 'not' but that of a 'const'")
    return not ? value.filter((each) => each !== not.const) : value
  }

  /** The fields alone, without the object. A field of which the document says nothing is rarely given. */
  makeFields({ properties = {}, required = [] }: Schema): fc.Arbitrary<Fields> {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const given = required.includes(name) ? 100 : isFree(schema) ? this.optional / 10 : this.optional
      const drawn = fc.noBias(fc.integer({ min: 0, max: 99 }))
      return [name, fc.tuple(drawn, this.make(schema, name)).map(([at, value]) => (at < given ? [value] : []))] as const
    })
    return fc.record(Object.fromEntries(fields)).map((record) => {
      const given = Object.entries(record).flatMap(([name, values]) => values.map((value) => [name, value]))
      return Object.fromEntries(given)
    })
  }

  private makeOfType(type: string, schema: Schema, field: string): Value {
    if (type === 'null') return fc.constant(null)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return this.makeInteger(schema)
    if (type === 'array') return this.makeArray(schema, field)
    if (type === 'object') return this.makeFields(schema)
    if (type !== 'string') failFor(`the type '${type}'`)
    const text = this.makeText(schema)
    const { arbitrary, ofTen = 0 } = this.references[field] ?? {}
    return arbitrary ? fc.oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: text }) : text
  }

  private makeInteger({ minimum: min = -0x7fffffff, maximum: max = 0x7fffffff }: Schema): Value {
    const small = fc.integer({ min: Math.max(min, -20), max: Math.min(max, 20) })
    if (this.optional === 0) return small
    return fc.oneof(
      { weight: 8, arbitrary: small },
      { weight: 2, arbitrary: fc.constantFrom(min, max) },
      { weight: 1, arbitrary: fc.integer({ min, max }) },
    )
  }

  private makeText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): Value {
    if (format !== undefined) return formats[format] ?? failFor(`the format '${format}'`)
    const fits = ({ length }: string) => length >= minLength && length <= maxLength
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern, 'u')).filter(fits)
    if (this.optional > 0) return makeText(minLength, maxLength)
    return fc.string({ minLength: Math.max(minLength, 8), maxLength: 12, unit: fc.constantFrom(...'abcXYZ019') })
  }

  private makeArray({ items = {}, minItems = 0, maxItems = 5 }: Schema, field: string): Value {
    const row = this.make(items, field)
    const some = fc.array(row, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
    if (this.optional === 0) return some
    const full = fc.array(row, { minLength: maxItems, maxLength: maxItems })
    return fc.oneof({ weight: 30, arbitrary: some }, { weight: 1, arbitrary: full })
  }

  /** Values that are invalid, mostly: each differs from a valid one in one place. */
  makeInvalid(given: Schema, field = ''): Value {
    const schema = dereference(given, this.contract)
    const variants = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
    if (variants) return fc.oneof(...variants.map((variant) => this.makeInvalid(variant, field)))
    const near = listNearMisses(schema).map((values) => fc.constantFrom(...values))
    const wrong = [...near, ...this.listWrongArrays(schema, field), ...this.listWrongObjects(schema)]
    const ofOtherType = { weight: 1, arbitrary: fc.constantFrom(...listOfOtherType(schema)) }
    return fc.oneof(ofOtherType, ...wrong.map((arbitrary) => ({ weight: 2, arbitrary })))
  }

  private listWrongArrays({ items, minItems = 0, maxItems }: Schema, field: string): Value[] {
    if (!items) return []
    const row = this.make(items, field)
    const few = minItems > 0 ? [fc.constant([])] : []
    const many = maxItems === undefined ? [] : [row.map((each) => new Array(maxItems + 1).fill(each))]
    const rows = fc.tuple(fc.array(row, { maxLength: 2 }), this.makeInvalid(items, field))
    const bad = rows.map(([good, each]) => [...good, each])
    return [...few, ...many, bad, bad, bad]
  }

  private listWrongObjects(schema: Schema): Value[] {
    const { properties, required = [] } = schema
    if (!properties) return []
    const valid = this.makeFields(schema)
    const set = (names: fc.Arbitrary<string>, values: Value) =>
      fc.tuple(valid, names, values).map(([fields, name, value]) => ({ ...fields, [name]: value }))
    const checked = Object.entries(properties).filter(([, property]) => !isFree(property))
    const bad = checked.map(([name, property]) => set(fc.constant(name), this.makeInvalid(property, name)))
    const without = required.map((name) => valid.map(({ [name]: _, ...rest }) => rest))
    const more = set(strangeNames, anything)
    const oneBad = fc.oneof(...(bad.length > 0 ? bad : [more]))
    return [oneBad, oneBad, oneBad, oneBad, ...without, more]
  }
}

/** Any JSON, where the document does not say what. */
const anything: Value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, '', 'text', '\ud800', [], {}, [[]], { a: null }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
)

/** Names that no schema has. */
const strangeNames = fc.oneof(
  fc.constantFrom(
    ...['extra', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '', ' ', 'Name', 'NAME', 'name '],
    ...['$ref', '0', 'a.b', '💡', '\u0000', '\ud800', 'x'.repeat(5_000)],
  ),
  fc.string({ minLength: 1, maxLength: 30, unit: anyCharacter }),
)

/** Some values of each type that JSON has. */
const kinds: { [type: string]: unknown[] } = {
  null: [null],
  boolean: [true, false],
  integer: [0, 1, -1],
  number: [1.5, 1e21, 5e-324],
  string: ['', 'text', '1', 'true', 'null'],
  array: [[], [1], [[]], ['text']],
  object: [{}, { id: 1 }, { length: 1 }],
}

function listOfOtherType(schema: Schema): unknown[] {
  if ('const' in schema || schema.enum) return [...Object.values(kinds).flat(), 'Adjust']
  const types = listTypes(schema)
  const others = Object.entries(kinds).filter(([kind]) => !types.includes(kind))
  return others.flatMap(([, values]) => values)
}

/** Values at which a keyword may be taken too lightly: a list for each. */
function listNearMisses({ minLength = 0, maxLength, minimum, maximum, ...schema }: Schema): unknown[][] {
  const { enum: words = [], pattern, format = '', not } = schema
  const bounds = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
  const long = maxLength === undefined || words.length > 0 ? [] : listLongTexts(maxLength)
  return [
    words.flatMap((word) => (typeof word === 'string' ? [word.toUpperCase(), `${word} `, ''] : [])),
    minLength > 0 ? ['a'.repeat(minLength - 1)] : [],
    ...[long, long, bounds, bounds],
    pattern === undefined ? [] : ['', ' ', 'x y', '1.', '.5', '-1', '1e3', '٣', '😀\n'],
    nearMisses[format] ?? [],
    bounds.length > 0 ? [-(2 ** 53), -1e300, 2 ** 53, 1e300, 0.5, 1.000001] : [],
    not && 'const' in not ? [not.const] : [],
  ].filter(({ length }) => length > 0)
}
