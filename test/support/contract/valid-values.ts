import fc from 'fast-check'
import { type Contract, dereference, listTypes, type Schema } from './document'
import { formats, makeText } from './texts'

type Value = fc.Arbitrary<unknown>

/** By the name of a field: texts that name something that exists, and how many of ten values are such a text. */
export type References = { [field: string]: { arbitrary: fc.Arbitrary<string>; ofTen: number } }

export type Choices = {
  references: References
  /** How often an optional field is given, in percent. With 0, values are also short and small. */
  optional: number
}

/** Keywords that say nothing about what is valid. */
const annotations = ['description', 'title', 'default', 'examples', 'example', 'deprecated', 'readOnly', 'writeOnly']
const assertions = [
  ...['$ref', 'type', 'enum', 'const', 'not', 'anyOf', 'oneOf', 'properties', 'required', 'additionalProperties'],
  ...['items', 'minItems', 'maxItems', 'minimum', 'maximum', 'minLength', 'maxLength', 'pattern', 'format'],
]
const known = new Set([...annotations, ...assertions])

/** Throws for a keyword that is not taken into account here, so that no rule of the document is left out. */
function requireKnown(schema: Schema): void {
  const unknown = Object.keys(schema).find((keyword) => !known.has(keyword))
  if (unknown !== undefined) throw new Error(`the contract tests do not know the keyword '${unknown}'`)
}

/** Makes values that are valid by a schema, those at its limits among them. */
export class ValidValues {
  constructor(
    private readonly contract: Pick<Contract, 'schemas'>,
    private readonly choices: Choices,
  ) {}

  /** `field` is the name of the field that has the value. */
  make(given: Schema, field = ''): Value {
    const schema = dereference(given, this.contract)
    requireKnown(schema)
    if ('const' in schema) return fc.constant(schema.const)
    if (schema.enum) return fc.constantFrom(...schema.enum)
    const variants = schema.anyOf ?? schema.oneOf
    if (variants) return this.makeVariant(variants, field)
    const types = listTypes(schema)
    if (types.length === 0) return anything
    const value = fc.oneof(...types.map((type) => this.makeOfType(type, schema, field)))
    return schema.not ? this.leaveOut(value, schema.not) : value
  }

  /** The fields alone, without the object. */
  makeFields({ properties = {}, required = [] }: Schema): fc.Arbitrary<{ [field: string]: unknown }> {
    const fields = Object.entries(properties).map(([name, schema]) => {
      const value = this.make(schema, name)
      return [name, required.includes(name) ? value.map((each) => [each]) : this.makeOptional(value, schema)] as const
    })
    return fc.record(Object.fromEntries(fields)).map((record) => {
      const given = Object.entries(record).flatMap(([name, [...values]]) => values.map((value) => [name, value]))
      return Object.fromEntries(given)
    })
  }

  /** An array of the value, or an empty one. A field of which the document says nothing is rarely given. */
  private makeOptional(value: Value, schema: Schema): fc.Arbitrary<unknown[]> {
    const given = listAssertions(schema).length === 0 ? this.choices.optional / 10 : this.choices.optional
    return fc
      .tuple(fc.noBias(fc.integer({ min: 0, max: 99 })), value)
      .map(([drawn, each]) => (drawn < given ? [each] : []))
  }

  private makeVariant(variants: Schema[], field: string): Value {
    const weigh = ({ type }: Schema) => (type === 'null' ? 1 : 4)
    return fc.oneof(...variants.map((each) => ({ weight: weigh(each), arbitrary: this.make(each, field) })))
  }

  private makeOfType(type: string, schema: Schema, field: string): Value {
    if (type === 'null') return fc.constant(null)
    if (type === 'boolean') return fc.boolean()
    if (type === 'integer') return this.makeInteger(schema)
    if (type === 'string') return this.makeString(schema, field)
    if (type === 'array') return this.makeArray(schema, field)
    if (type === 'object') return this.makeFields(schema)
    throw new Error(`the contract tests do not know the type '${type}'`)
  }

  private makeInteger({ minimum: min = -0x7fffffff, maximum: max = 0x7fffffff }: Schema): fc.Arbitrary<number> {
    const small = fc.integer({ min: Math.max(min, -20), max: Math.min(max, 20) })
    if (this.choices.optional === 0) return small
    return fc.oneof(
      { weight: 8, arbitrary: small },
      { weight: 2, arbitrary: fc.constantFrom(min, max) },
      { weight: 1, arbitrary: fc.integer({ min, max }) },
    )
  }

  private makeString(schema: Schema, field: string): fc.Arbitrary<string> {
    const text = this.makeText(schema)
    const { arbitrary, ofTen = 0 } = this.choices.references[field] ?? {}
    return arbitrary ? fc.oneof({ weight: ofTen, arbitrary }, { weight: 10 - ofTen, arbitrary: text }) : text
  }

  private makeText({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> {
    if (format !== undefined) return formats[format] ?? failForFormat(format)
    if (pattern !== undefined)
      return fc
        .stringMatching(new RegExp(pattern, 'u'))
        .filter((text) => text.length >= minLength && text.length <= maxLength)
    if (this.choices.optional > 0) return makeText({ minLength, maxLength })
    return fc.string({ minLength: Math.max(minLength, 8), maxLength: 12, unit: fc.constantFrom(...'abcXYZ019') })
  }

  private makeArray({ items = {}, minItems = 0, maxItems = 5 }: Schema, field: string): Value {
    const row = this.make(items, field)
    const some = fc.array(row, { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
    if (this.choices.optional === 0) return some
    const full = fc.array(row, { minLength: maxItems, maxLength: maxItems })
    return fc.oneof({ weight: 30, arbitrary: some }, { weight: 1, arbitrary: full })
  }

  private leaveOut(value: Value, not: Schema): Value {
    if (!('const' in not)) throw new Error("the contract tests know only the 'not' of a 'const'")
    return value.filter((each) => each !== not.const)
  }
}

export function listAssertions(schema: Schema): string[] {
  return Object.keys(schema).filter((keyword) => assertions.includes(keyword))
}

/** Any JSON, where the document does not say what. */
export const anything: Value = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, 0, -1, 1.5, 1e21, '', 'text', '\ud800', [], {}, [[]], { a: null }),
  fc.json({ maxDepth: 3 }).map((text) => JSON.parse(text) as unknown),
)

function failForFormat(format: string): never {
  throw new Error(`the contract tests do not know the format '${format}'`)
}
