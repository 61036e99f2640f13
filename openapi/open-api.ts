// What the reference page and the generator of the client read of the OpenAPI document.

export type Schema = {
  $ref?: string
  title?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  properties?: { [name: string]: Schema }
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

export type Content = { 'application/json': { schema: Schema; example?: unknown } }
type Response = { $ref?: string; description: string; content?: Content }
export type Parameter = {
  name: string
  in: 'path' | 'query' | 'header'
  /** Where it is left out, it is false. */
  required?: boolean
  description: string
  schema: Schema
  example?: string | undefined
}

export type Operation = {
  operationId: string
  tags: [string]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: { required: boolean; content: Content }
  responses: { [status: string]: Response }
}

export type OpenApi = {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: { [path: string]: { [method: string]: Operation } }
  components: {
    schemas: { [name: string]: Schema }
    responses: { [name: string]: Response }
    examples: { [code: string]: { value: unknown } }
  }
}

export type Call = { method: string; path: string; operation: Operation }

export function listCalls(document: OpenApi): Call[] {
  return Object.entries(resolveParameters(document).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )
}

/** A copy in which the parameters of an operation stand where the document refers to them. */
export function resolveParameters<Document extends object>(document: Document): Document {
  const text = JSON.stringify(document)
  const { components } = JSON.parse(text)
  return JSON.parse(text, (_, value) => {
    const [, name] = /^#\/components\/parameters\/(.+)$/.exec(value?.$ref ?? '') ?? []
    return name === undefined ? value : structuredClone(components.parameters[name])
  })
}

export function nameReference({ $ref = '' }: { $ref?: string }): string {
  return $ref.split('/').at(-1) ?? ''
}

/** Success first: what was made before what a dry run tells, then the refusals. */
export function sortStatuses(responses: Operation['responses']): string[] {
  const successes = Object.keys(responses).filter((status) => status < '300')
  return [...successes.sort().reverse(), ...Object.keys(responses).filter((status) => status >= '300')]
}
