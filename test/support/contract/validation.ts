import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { Contract, Schema } from './document'

/** Validates values by schemas of the document. It throws for a keyword or a format that it does not know. */
export class Validation {
  private readonly ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
  private readonly compiled = new Map<Schema, ValidateFunction>()

  /** With `closed`, fields that no schema names are invalid: clients ignore them, but the service must send none. */
  constructor(
    { schemas }: Pick<Contract, 'schemas'>,
    private readonly closed: boolean,
  ) {
    addFormats(this.ajv)
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(this.convert(schema) as object, name)
  }

  /** What is wrong with the value: null where it is valid. */
  describeFault(schema: Schema, value: unknown): string | null {
    const validate = this.compile(schema)
    if (validate(value)) return null
    const { instancePath = '', message = '', params } = validate.errors?.at(-1) ?? {}
    return `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`
  }

  private compile(schema: Schema): ValidateFunction {
    const found = this.compiled.get(schema) ?? this.ajv.compile(this.convert(schema) as object)
    this.compiled.set(schema, found)
    return found
  }

  /** Shortens references to the names under which the schemas were added, and closes objects. */
  private convert(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((part) => this.convert(part))
    if (typeof value !== 'object' || value === null) return value
    const parts = Object.entries(value).map(([key, part]) => [key, this.convertPart(key, part)] as const)
    const { properties, additionalProperties } = value as Schema
    const open = properties !== undefined && additionalProperties === undefined
    return { ...Object.fromEntries(parts), ...(this.closed && open ? { additionalProperties: false } : {}) }
  }

  private convertPart(key: string, part: unknown): unknown {
    if (key === '$ref' && typeof part === 'string') return part.split('/').at(-1)
    // What stands in these is data, not schemas.
    if (['enum', 'const', 'default', 'examples', 'example', 'required'].includes(key)) return part
    if (key !== 'properties') return this.convert(part)
    return Object.fromEntries(Object.entries(part as object).map(([name, field]) => [name, this.convert(field)]))
  }
}
