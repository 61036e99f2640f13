import { listFaultsOfAnswer, readProblem, Validation } from './answers'
import { type Contract, listTypes, type Operation, type Parameter, type Schema } from './document'
import type { Read } from './reading'
import { isExcused } from './rules'
import type { Answer } from './sending'

/** A refusal that says: the document forbids this request. */
const invalid = new Set(['invalid_request', 'invalid_json', 'invalid_content_type'])
/** The operation that answers each row of its body separately: the schema of a row, and one that is valid. */
const batch = { id: 'create-items', row: { $ref: 'ItemRow' }, valid: { name: 'a', sku: 'a' } }

/** What an answer says of a request, or of a row of it. `isDone`: it is no refusal. */
type Said = { code?: string; field?: string; isDone: boolean }

/** Compares a request and its answer with the document. */
export class Verdict {
  private readonly validation: Validation

  constructor(contract: Contract) {
    this.validation = new Validation(contract)
  }

  /** What of the answer is not as the document says. */
  listFaults(request: Read, answer: Answer): string[] {
    const { status, text } = answer
    const said = { ...(status === 400 ? readProblem(text) : {}), isDone: status < 300 }
    return [
      ...listFaultsOfAnswer(request.operation, answer, this.validation),
      ...compare(request, said, (each) => this.listObjections(each)),
      ...(request.operation.id === batch.id && said.isDone ? this.compareRows(request, text) : []),
    ]
  }

  private compareRows(request: Read, text: string): string[] {
    const { data } = JSON.parse(text) as { data: { status: number; error?: { code: string; field?: string } }[] }
    const objectTo = ({ body }: Read) => toList(this.validation.describeFault(batch.row, 'value' in body && body.value))
    return listRows(request.body).flatMap((value, at) => {
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

  private judgeBody({ id, body: documented }: Operation, body: Read['body']): string | null {
    if (!body.given) return documented?.required ? 'it is missing' : null
    if (!documented) return 'there is none in the document'
    if ('fault' in body) return body.fault
    const rows = id === batch.id ? listRows(body) : []
    const valid = rows.length > 0 ? { ...Object(body.value), items: rows.map(() => batch.valid) } : body.value
    return this.validation.describeFault(documented.schema, valid)
  }
}

/** Of a batch. */
function listRows(body: Read['body']): unknown[] {
  const { items } = Object('value' in body && body.value)
  return Array.isArray(items) ? items : []
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
function tolerate({ operation, query, body, ...rest }: Read): Read {
  const ofIntegers = operation.parameters.flatMap(({ name, schema }) => (schema.type === 'integer' ? [name] : []))
  const tidy = (name: string) => (text: string) =>
    ofIntegers.includes(name) ? text.replace(/^0+(?=\d)/, '') : tidyText(text)
  const queries = Object.entries(query).map(([name, values]) => [name, values.map(tidy(name))])
  return { operation, ...rest, query: Object.fromEntries(queries), body: tidyBody(operation.body !== null, body) }
}

/** An operation without a body takes an empty object: some clients always send one. */
function tidyBody(hasBody: boolean, body: Read['body']): Read['body'] {
  if (!('value' in body)) return body
  const text = JSON.stringify(body.value)
  if (!hasBody && text === '{}') return { given: false }
  return { given: true, value: JSON.parse(text, (_, part) => (typeof part === 'string' ? tidyText(part) : part)) }
}

const time = /^(\d{4})-?(\d\d)-?(\d\d)T(\d\d):?(\d\d)(?::?(\d\d))?(?:[.,](\d+))?(?:(Z)|([+-]\d\d)(?::?(\d\d))?)$/i

/** Texts are trimmed and normalised before their length counts. Times may be in any form of ISO 8601. */
function tidyText(text: string): string {
  if (text.length > 20_000) return text // far beyond each limit, and slow to normalise
  const [, year, month, day, hour, minute, second = '00', part, utc, hours, minutes = '00'] =
    time.exec(text.trim()) ?? []
  if (year === undefined) return text.trim().normalize('NFC')
  const zone = utc ? 'Z' : `${hours}:${minutes}`
  return `${year}-${month}-${day}T${hour}:${minute}:${second}${part ? `.${part}` : ''}${zone}`
}
