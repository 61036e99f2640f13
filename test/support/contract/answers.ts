import Ajv2020 from 'ajv/dist/2020'
import addFormats from 'ajv-formats'
import type { Contract, DocumentedAnswer, Operation, Schema } from './document'
import type { Answer } from './sending'

/** Validates values by schemas of the document. It throws for a keyword or a format that it does not know. */
export class Validation {
  private readonly ajv = new Ajv2020({ strict: true, allowUnionTypes: true })

  constructor({ schemas }: Pick<Contract, 'schemas'>) {
    addFormats(this.ajv)
    for (const [name, schema] of Object.entries(schemas)) this.ajv.addSchema(schema, name)
  }

  /** What is wrong with the value: null where it is valid. */
  describeFault(schema: Schema, value: unknown): string | null {
    const validate = this.ajv.compile(schema) // once for each schema
    if (validate(value)) return null
    const { instancePath = '', message = '', params } = validate.errors?.at(-1) ?? {}
    return `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`
  }
}

/** Headers of HTTP itself. */
const ofTransport = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'date'],
])

/** Of every answer, and always the same. The document says so once, and not with each answer. */
const ofEvery = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** What the document does not say of an answer, or says otherwise: of its status, its headers and its body. */
export function listFaultsOfAnswer({ id, answers }: Operation, answer: Answer, validation: Validation): string[] {
  const documented = answers.get(answer.status)
  if (!documented) return [`the document has no ${answer.status} of ${id}`]
  const { headers, schema, codes } = documented
  return [
    ...(answer.status >= 500 ? [`the service failed: ${answer.status}`] : []),
    ...checkHeaders(headers, answer.headers, validation),
    ...checkBody(schema, answer, validation),
    ...checkCode(codes, answer),
  ]
}

function checkHeaders(documented: DocumentedAnswer['headers'], headers: Answer['headers'], validation: Validation) {
  const missing = [...documented].flatMap(([name, { required }]) =>
    required && headers[name] === undefined ? [`the header ${name} is missing`] : [],
  )
  const unsafe = Object.entries(ofEvery).flatMap(([name, text]) =>
    headers[name] === text ? [] : [`the header ${name} is '${headers[name]}', not '${text}'`],
  )
  const others = Object.entries(headers).filter(([name]) => !ofTransport.has(name) && !(name in ofEvery))
  const wrong = others.flatMap(([name, text]) => {
    const schema = documented.get(name)?.schema
    if (!schema) return [`the document has no header ${name}`]
    const fault = validation.describeFault(schema, schema.type === 'integer' ? Number(text) : text)
    return fault === null && text !== '' ? [] : [`the header ${name} is '${text}': ${fault}`]
  })
  return [...missing, ...unsafe, ...wrong]
}

function checkBody(schema: Schema | null, { headers, text }: Answer, validation: Validation): string[] {
  if (schema === null) return text === '' ? [] : ['there is a body, but none in the document']
  if (headers['content-type'] !== 'application/json') return [`the body is ${headers['content-type']}`]
  const fault = validation.describeFault(schema, parse(text))
  return fault === null ? [] : [`the body: ${fault}`]
}

/** Where the document lists no codes, any will do. */
function checkCode(codes: Set<string>, { status, text }: Answer): string[] {
  const { code } = status >= 400 ? readProblem(text) : {}
  const isKnown = code === undefined || codes.size === 0 || codes.has(code)
  return isKnown ? [] : [`the document has no ${code} of this ${status}`]
}

/** The code and the field of a refusal. */
export function readProblem(text: string): { code?: string; field?: string } {
  return Object(Object(parse(text)).error)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
