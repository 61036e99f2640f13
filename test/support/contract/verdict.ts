import { AnswerCheck, readProblem } from './answers'
import { type Contract, dereference, listTypes, type Operation, type Parameter, type Schema } from './document'
import type { Read } from './reading'
import { isExcused } from './rules'
import type { Answer } from './sending'
import { Validation } from './validation'

/** A refusal that says: the document forbids this request. */
const invalid = new Set(['invalid_request', 'invalid_json', 'invalid_content_type'])
/** Operations that answer each row of their body separately: the field with the rows. */
const rowsOf: { [operation: string]: string } = { 'create-items': 'items' }

type RowAnswer = { status: number; error?: { code: string; field?: string } }
/** What an answer says of a request, or of a row of it. `isDone`: it is no refusal. */
type Said = { code?: string; field?: string; isDone: boolean }

/** Compares a request and its answer with the document. */
export class Verdict {
  private readonly answers: AnswerCheck
  private readonly validation: Validation
  /** The bodies of batches without their rows: each is compiled once. */
  private readonly bodies = new Map<Operation, Schema>()

  constructor(private readonly contract: Contract) {
    this.answers = new AnswerCheck(contract)
    this.validation = new Validation(contract, false)
  }

  /** What of the answer is not as the document says. */
  listFaults(request: Read, answer: Answer): string[] {
    const { status, text } = answer
    const said = { ...(status === 400 ? readProblem(text) : {}), isDone: status < 300 }
    return [
      ...this.answers.listFaults(request.operation, answer),
      ...compare(request, said, (each) => this.listObjections(each)),
      ...this.compareRows(request, answer),
    ]
  }

  private compareRows(request: Read, { status, text }: Answer): string[] {
    const { operation, body } = request
    const field = rowsOf[operation.id]
    if (field === undefined || !('value' in body) || status >= 300) return []
    const { [field]: rows } = (body.value ?? {}) as { [field: string]: unknown }
    const schema = this.getFields(operation)[field]?.items ?? {}
    const { data } = JSON.parse(text) as { data: RowAnswer[] }
    const objectTo = ({ body }: Read) => toList(this.validation.describeFault(schema, 'value' in body && body.value))
    return (Array.isArray(rows) ? rows : []).flatMap((value: unknown, at) => {
      const answer = data[at]
      if (!answer) return [`row ${at}: it has no answer`]
      if (answer.status >= 500) return [`row ${at}: the service failed: ${JSON.stringify(answer)}`]
      const said = { ...answer.error, isDone: !answer.error }
      return compare({ ...request, body: { given: true, value } }, said, objectTo).map((fault) => `row ${at}: ${fault}`)
    })
  }

  /** Why the document forbids a request, whatever its rows are. Empty where it allows it. */
  private listObjections({ operation, path, query, headers, body }: Read): string[] {
    const queries = operation.parameters.flatMap((each) => (each.in === 'query' ? [each.name] : []))
    const unknown = Object.keys(query).filter((name) => !queries.includes(name)) // the document names all that there are
    const given = { path, query, header: headers }
    return [
      ...operation.parameters.flatMap((parameter) => {
        const { name, in: place } = parameter
        const values = toList(given[place][place === 'header' ? name.toLowerCase() : name]).flat()
        return toList(this.judgeParameter(parameter, values)).map((fault) => `${place} ${name}: ${fault}`)
      }),
      ...unknown.map((name) => `query ${name.slice(0, 50)}: it is unknown`),
      ...toList(this.judgeBody(operation, body)).map((fault) => `body: ${fault}`),
    ]
  }

  private judgeParameter({ required, schema }: Parameter, [text, ...others]: string[]): string | null {
    if (text === undefined) return required ? 'it is missing' : null
    if (others.length > 0) return 'it is repeated'
    const value = toTyped(text, schema)
    if (value === undefined) return `'${text.slice(0, 50)}' is no ${listTypes(schema)}`
    return this.validation.describeFault(schema, value)
  }

  private judgeBody(operation: Operation, body: Read['body']): string | null {
    if (!body.given) return operation.body?.required ? 'it is missing' : null
    if (!operation.body) return 'there is none in the document'
    return 'fault' in body ? body.fault : this.validation.describeFault(this.getBodySchema(operation), body.value)
  }

  /** Of a batch, without that of its rows. */
  private getBodySchema(operation: Operation): Schema {
    const { id, body } = operation
    const [found, field] = [this.bodies.get(operation), rowsOf[id]]
    if (found || field === undefined) return found ?? body?.schema ?? {}
    const fields = this.getFields(operation)
    const properties = { ...fields, [field]: { ...fields[field], items: {} } }
    const made = { ...dereference(body?.schema ?? {}, this.contract), properties }
    this.bodies.set(operation, made)
    return made
  }

  private getFields({ body }: Operation): { [field: string]: Schema } {
    return dereference(body?.schema ?? {}, this.contract).properties ?? {}
  }
}

/** Both agree where the document forbids what is refused, and allows, or nearly allows, what is done. */
function compare(request: Read, { code = '', field = '', isDone }: Said, listObjections: (request: Read) => string[]) {
  const isRefused = invalid.has(code)
  if (!isRefused && !isDone) return []
  const objections = listObjections(request)
  const isExplained = isRefused
    ? objections.length > 0 || isExcused(request, field)
    : objections.length === 0 || listObjections(tolerate(request)).length === 0
  if (isExplained) return []
  return isRefused
    ? [`the document allows it, and it is refused: ${code}, '${field}'`]
    : [`the document forbids it, and it succeeds: ${objections.join('; ')}`]
}

function toList<Value>(value: Value | undefined | null): Value[] {
  return value === undefined || value === null ? [] : [value]
}

/** A text of a URL as the type that the schema has. Undefined where it is not written as one. */
function toTyped(text: string, schema: Schema): unknown {
  const types = listTypes(schema)
  if (types.includes('integer')) return /^(0|-?[1-9]\d*)$/.test(text) ? Number(text) : undefined
  if (types.includes('boolean')) return text === 'true' ? true : text === 'false' ? false : undefined
  return text
}

/**
 * The request as the service takes it: it accepts more than the document asks clients for, by the robustness principle.
 * What is valid after this may succeed.
 */
function tolerate(request: Read): Read {
  const { operation, query, body } = request
  const ofIntegers = new Set(
    operation.parameters.flatMap(({ name, schema }) => (listTypes(schema).includes('integer') ? [name] : [])),
  )
  const tidy = (name: string, text: string) => (ofIntegers.has(name) ? text.replace(/^0+(?=\d)/, '') : tidyText(text))
  const queries = Object.entries(query).map(([name, values]) => [name, values.map((text) => tidy(name, text))])
  return { ...request, query: Object.fromEntries(queries), body: tidyBody(operation.body !== null, body) }
}

/** An operation without a body takes an empty object: some clients always send one. */
function tidyBody(hasBody: boolean, body: Read['body']): Read['body'] {
  if (!('value' in body)) return body
  if (!hasBody && JSON.stringify(body.value) === '{}') return { given: false }
  return { given: true, value: tidyAll(body.value) }
}

function tidyAll(value: unknown): unknown {
  if (typeof value === 'string') return tidyText(value)
  if (Array.isArray(value)) return value.map(tidyAll)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, tidyAll(part)]))
}

/** Texts are trimmed and normalised before their length counts. Times may be in any form of ISO 8601. */
function tidyText(text: string): string {
  if (text.length > 20_000) return text // far beyond each limit, and slow to normalise
  const trimmed = text.trim()
  const [, date, clock, zone] = /^(\d{4}-?\d{2}-?\d{2})[Tt]([\d:.,]+)([Zz]|[+-]\d{2}(?::?\d{2})?)$/.exec(trimmed) ?? []
  if (date === undefined || clock === undefined || zone === undefined) return trimmed.normalize('NFC')
  return `${toDate(date)}T${toClock(clock)}${toZone(zone)}`
}

const toDate = (date: string) => date.replaceAll('-', '').replace(/(....)(..)(..)/, '$1-$2-$3')
const toZone = (zone: string) =>
  /^[Zz]$/.test(zone) ? 'Z' : `${zone.replace(':', '')}00`.replace(/^(...)(..).*/, '$1:$2')

function toClock(clock: string): string {
  const [whole = '', fraction] = clock.split(/[.,]/)
  const digits = `${whole.replaceAll(':', '')}00`.slice(0, 6)
  return digits.replace(/(..)(..)(..)/, '$1:$2:$3') + (fraction ? `.${fraction}` : '')
}
