import { type Contract, dereference, listTypes, type Operation, type Parameter, type Schema } from './document'
import type { Read } from './reading'
import { Validation } from './validation'

/** Says why the document forbids a request. */
export class Judge {
  private readonly validation: Validation

  constructor(private readonly contract: Contract) {
    this.validation = new Validation(contract, false)
  }

  /** Empty where the document allows the request, whatever its rows are. */
  listObjections(request: Read): string[] {
    return [
      ...this.judgeParameters(request, 'path', (name) => toList(request.path[name])),
      ...this.judgeParameters(request, 'query', (name) => request.query[name] ?? []),
      ...this.judgeParameters(request, 'header', (name) => toList(request.headers[name.toLowerCase()])),
      ...this.judgeUnknown(request),
      ...this.judgeBody(request),
    ]
  }

  /** For a batch, in which each row is answered separately: what is wrong with a row. */
  objectToRow(operation: Operation, row: unknown): string | null {
    return this.validation.describeFault(this.getRowSchema(operation), row)
  }

  private judgeParameters(
    { operation }: Read,
    place: Parameter['in'],
    listValues: (name: string) => string[],
  ): string[] {
    return operation.parameters.flatMap((parameter) => {
      const fault = parameter.in === place ? this.judgeParameter(parameter, listValues(parameter.name)) : null
      return fault === null ? [] : [`${place} ${parameter.name}: ${fault}`]
    })
  }

  private judgeParameter({ required, schema }: Parameter, [text, ...others]: string[]): string | null {
    if (text === undefined) return required ? 'it is missing' : null
    if (others.length > 0) return 'it is repeated'
    const value = toTyped(text, schema)
    return value === undefined
      ? `'${text.slice(0, 50)}' is no ${listTypes(schema)}`
      : this.validation.describeFault(schema, value)
  }

  /** The document names all parameters that there are. */
  private judgeUnknown({ operation, query }: Read): string[] {
    const known = new Set(operation.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : [])))
    return Object.keys(query).flatMap((name) => (known.has(name) ? [] : [`query ${name.slice(0, 50)}: it is unknown`]))
  }

  private judgeBody({ operation, body }: Read): string[] {
    if (!body.given) return operation.body?.required ? ['body: it is missing'] : []
    if (!operation.body) return ['body: there is none in the document']
    if ('fault' in body) return [`body: ${body.fault}`]
    const fault = this.validation.describeFault(this.getBodySchema(operation), body.value)
    return fault === null ? [] : [`body: ${fault}`]
  }

  /** Each is compiled once. */
  private readonly bodies = new Map<Operation, Schema>()

  /** Of a batch, without that of its rows. */
  private getBodySchema(operation: Operation): Schema {
    const { id, body } = operation
    const [found, field] = [this.bodies.get(operation), rowsOf[id]]
    if (found || field === undefined) return found ?? body?.schema ?? {}
    const { properties = {}, ...rest } = dereference(body?.schema ?? {}, this.contract)
    const made = { ...rest, properties: { ...properties, [field]: { ...properties[field], items: {} } } }
    this.bodies.set(operation, made)
    return made
  }

  private getRowSchema({ id, body }: Operation): Schema {
    const { properties = {} } = dereference(body?.schema ?? {}, this.contract)
    return properties[rowsOf[id] ?? '']?.items ?? {}
  }
}

/** Operations that answer each row of their body separately. */
const rowsOf: { [operation: string]: string } = { 'create-items': 'items' }

/** Null for an operation that has one answer for all. */
export function listRows({ operation, body }: Read): unknown[] | null {
  const field = rowsOf[operation.id]
  if (field === undefined || !('value' in body)) return null
  const { [field]: rows } = (body.value ?? {}) as { [field: string]: unknown }
  return Array.isArray(rows) ? rows : null
}

function toList(text: string | undefined): string[] {
  return text === undefined ? [] : [text]
}

/** A text of a URL as the type that the schema has. Undefined where it is not written as one. */
function toTyped(text: string, schema: Schema): unknown {
  const types = listTypes(schema)
  if (types.includes('integer')) return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : undefined
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : undefined
  return text
}
