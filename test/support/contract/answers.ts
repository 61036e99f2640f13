import type { Contract, DocumentedAnswer, Operation, Schema } from './document'
import type { Answer } from './sending'
import { Validation } from './validation'

/** Headers of HTTP itself. */
const ofTransport = new Set([
  ...['content-type', 'content-length', 'content-encoding', 'transfer-encoding'],
  ...['connection', 'keep-alive', 'date'],
])

/** Checks that an answer is one that the document describes: its status, its headers and its body, and nothing more. */
export class AnswerCheck {
  private readonly validation: Validation

  constructor(contract: Pick<Contract, 'schemas'>) {
    this.validation = new Validation(contract, true)
  }

  /** What the document does not say, or says otherwise. */
  listFaults({ id, answers }: Operation, answer: Answer): string[] {
    const documented = answers.get(answer.status)
    if (!documented) return [`the document has no ${answer.status} of ${id}`]
    const { headers, schema, codes } = documented
    return [
      ...(answer.status >= 500 ? [`the service failed: ${answer.status}`] : []),
      ...this.checkHeaders(headers, answer.headers),
      ...this.checkBody(schema, answer),
      ...checkCode(codes, answer),
    ]
  }

  private checkHeaders(documented: DocumentedAnswer['headers'], headers: Answer['headers']): string[] {
    const missing = [...documented].flatMap(([name, { required }]) =>
      required && headers[name] === undefined ? [`the header ${name} is missing`] : [],
    )
    const others = Object.entries(headers).filter(([name]) => !ofTransport.has(name))
    const wrong = others.flatMap(([name, text]) => {
      const schema = documented.get(name)?.schema
      if (!schema) return [`the document has no header ${name}`]
      const fault = this.validation.describeFault(schema, schema.type === 'integer' ? Number(text) : text)
      return fault === null && text !== '' ? [] : [`the header ${name} is '${text}': ${fault}`]
    })
    return [...missing, ...wrong]
  }

  private checkBody(schema: Schema | null, { headers, text }: Answer): string[] {
    if (schema === null) return text === '' ? [] : ['there is a body, but none in the document']
    if (headers['content-type'] !== 'application/json') return [`the body is ${headers['content-type']}`]
    const fault = this.validation.describeFault(schema, parse(text))
    return fault === null ? [] : [`the body: ${fault}`]
  }
}

/** Where the document lists no codes, any will do. */
function checkCode(codes: Set<string>, { status, text }: Answer): string[] {
  const code = status >= 400 ? readProblem(text).code : undefined
  return code === undefined || codes.size === 0 || codes.has(code)
    ? []
    : [`the document has no ${code} of this ${status}`]
}

/** The code and the field of a refusal. */
export function readProblem(text: string): { code?: string; field?: string } {
  return (parse(text) as { error?: { code?: string; field?: string } } | undefined)?.error ?? {}
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
