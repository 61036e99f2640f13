import fc from 'fast-check'
import { anyCharacter } from '../any-character'
import { type Contract, dereference, listTypes, type Schema } from './document'
import { makeMisfit, nearMisses } from './texts'
import { anything, listAssertions, type ValidValues } from './valid-values'

type Value = fc.Arbitrary<unknown>

/** One value of each kind that JSON has. */
const kinds: { [type: string]: unknown[] } = {
  null: [null],
  boolean: [true, false],
  integer: [0, 1, -1],
  number: [1.5, 1e21, 5e-324],
  string: ['', 'text', '1', 'true', 'null'],
  array: [[], [1], [[]], ['text']],
  object: [{}, { id: 1 }, { length: 1 }],
}

/** Names that no schema has. */
const strangeNames = fc.oneof(
  fc.constantFrom(
    ...['extra', '__proto__', 'constructor', 'toString', 'hasOwnProperty', 'length', '', ' ', 'Name', 'NAME', 'name '],
    ...['$ref', '0', 'a.b', '💡', '\u0000', '\ud800', 'x'.repeat(5_000)],
  ),
  fc.string({ minLength: 1, maxLength: 30, unit: anyCharacter }),
)

/** Makes values that a schema forbids, mostly: each differs from a valid one in one place. */
export class InvalidValues {
  constructor(
    private readonly contract: Pick<Contract, 'schemas'>,
    private readonly valid: ValidValues,
  ) {}

  make(given: Schema, field = ''): Value {
    const schema = dereference(given, this.contract)
    const variants = (schema.anyOf ?? schema.oneOf)?.filter(({ type }) => type !== 'null')
    if (variants) return fc.oneof(...variants.map((variant) => this.make(variant, field)))
    const wrong = [this.makeWrongType(schema), ...this.listFaults(schema, field)]
    return fc.oneof(...wrong.map((arbitrary, at) => ({ arbitrary, weight: at === 0 ? 1 : 2 })))
  }

  private makeWrongType(schema: Schema): Value {
    const types = listTypes(schema)
    if ('const' in schema || schema.enum) return fc.constantFrom<unknown>(...Object.values(kinds).flat(), 'Adjust')
    const isOther = (kind: string) => !types.includes(kind) && !(kind === 'integer' && types.includes('number'))
    const others = Object.keys(kinds).filter(isOther)
    return fc.constantFrom(...others.flatMap((kind) => kinds[kind] ?? []))
  }

  private listFaults(schema: Schema, field: string): Value[] {
    if (schema.enum) return this.listNearWords(schema.enum)
    const types = listTypes(schema)
    return [
      ...(types.includes('string') ? this.listWrongTexts(schema) : []),
      ...(types.includes('integer') ? this.listWrongIntegers(schema) : []),
      ...(types.includes('array') ? this.listWrongArrays(schema, field) : []),
      ...(types.includes('object') ? this.listWrongObjects(schema) : []),
      ...(schema.not?.const === undefined ? [] : [fc.constant(schema.not.const)]),
    ]
  }

  private listNearWords(words: unknown[]): Value[] {
    const near = words.flatMap((word) => (typeof word === 'string' ? [word.toUpperCase(), `${word} `, ''] : []))
    return near.length > 0 ? [fc.constantFrom(...near)] : []
  }

  private listWrongTexts({ minLength = 0, maxLength, pattern, format }: Schema): Value[] {
    const misfits = makeMisfit({ minLength, ...(maxLength === undefined ? {} : { maxLength }) })
    const near = format === undefined ? undefined : nearMisses[format]
    const other = pattern === undefined ? [] : [fc.constantFrom('', ' ', 'x y', '1.', '.5', '-1', '1e3', '٣', '😀\n')]
    return [...misfits, ...other, ...(near ? [near] : [])]
  }

  private listWrongIntegers({ minimum, maximum }: Schema): Value[] {
    const near = [...(minimum === undefined ? [] : [minimum - 1]), ...(maximum === undefined ? [] : [maximum + 1])]
    const far = [-(2 ** 53), -1e300, 2 ** 53, 1e300, 0.5, 1.000001]
    return near.length > 0 ? [fc.constantFrom(...near), fc.constantFrom(...near), fc.constantFrom(...far)] : []
  }

  private listWrongArrays({ items = {}, minItems = 0, maxItems }: Schema, field: string): Value[] {
    const row = this.valid.make(items, field)
    const few = minItems > 0 ? [fc.constant([])] : []
    const many = maxItems === undefined ? [] : [row.map((each) => new Array(maxItems + 1).fill(each))]
    const rows = fc.tuple(fc.array(row, { maxLength: 2 }), this.make(items, field))
    const bad = rows.map(([good, each]) => [...good, each])
    return [...few, ...many, bad, bad, bad]
  }

  private listWrongObjects(schema: Schema): Value[] {
    const { properties = {}, required = [] } = schema
    const valid = this.valid.makeFields(schema)
    const checked = Object.entries(properties).filter(([, property]) => listAssertions(property).length > 0)
    const set = (names: fc.Arbitrary<string>, values: Value) =>
      fc.tuple(valid, names, values).map(([fields, name, value]) => ({ ...fields, [name]: value }))
    const bad = checked.map(([name, property]) => set(fc.constant(name), this.make(property, name)))
    const without = required.map((name) => valid.map(({ [name]: _, ...rest }) => rest))
    const more = set(strangeNames, anything)
    const oneBad = bad.length > 0 ? fc.oneof(...bad) : more
    return [oneBad, oneBad, oneBad, oneBad, ...without, more]
  }
}
