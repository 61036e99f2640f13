import { type Route, type RouteId, type Routes, routes } from '../../../functions/routes'
import type { Example, Examples } from '../../../openapi/examples'
import type { BodyOf, Call } from '../client'

export type OperationId = Exclude<RouteId, 'not-found'>
type Reply<Id extends OperationId> = BodyOf<Routes[Id]['method'], Routes[Id]['path']>

/** `id`: that of the object in the path, `delivery_id` that of a part of it. */
export type Request = {
  id?: string | null
  delivery_id?: string
  query?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Sends the requests of a story, and keeps what the reference shows. */
export class Recorder {
  readonly examples: Examples = { operations: {}, dryRuns: {}, problems: {} }

  /** `owner`: of a person, for the routes that only people reach. */
  constructor(
    private readonly call: Call,
    private readonly owner: Call,
  ) {}

  /** An example of the operation, or of its dry run. */
  async keep<Id extends OperationId>(operation: Id, request: Request = {}): Promise<Reply<Id>> {
    const { example, reply } = await this.succeed(operation, request)
    const kept = isDryRun(request) ? this.examples.dryRuns : this.examples.operations
    kept[operation] = example
    return reply
  }

  /** What the story needs besides. */
  async prepare<Id extends OperationId>(operation: Id, request: Request = {}): Promise<Reply<Id>> {
    return (await this.succeed(operation, request)).reply
  }

  /** The request must be refused with the code. */
  async keepProblem(code: string, operation: OperationId, request: Request = {}, call?: Call): Promise<void> {
    const { example, reply } = await this.send(operation, request, call)
    if (reply?.error?.code !== code)
      throw new Error(`${operation}: ${example.status} ${JSON.stringify(reply)} in place of ${code}`)
    this.examples.problems[code] = reply
  }

  private async succeed<Id extends OperationId>(operation: Id, request: Request) {
    const { example, reply } = await this.send(operation, request)
    if (example.status >= 400) throw new Error(`${operation}: ${example.status} ${JSON.stringify(reply)}`)
    return { example, reply }
  }

  private async send<Id extends OperationId>(operation: Id, request: Request, given?: Call) {
    const { id, delivery_id = '', query, body, headers } = request
    const { method, path: template, needsPeople }: Route = routes[operation]
    const call = given ?? (needsPeople ? this.owner : this.call)
    const filled = template.replace('{id}', id ?? '').replace('{delivery_id}', delivery_id)
    const path = filled + (query ? `?${query}` : '')
    const { status, body: reply } = await call<string, string>(method, path, body, headers)
    const example: Example = {
      path,
      ...(body === undefined ? {} : { body }),
      status,
      ...(reply === null ? {} : { reply }),
    }
    return { example, reply: reply as Reply<Id> }
  }
}

function isDryRun({ body }: Request): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body
}
