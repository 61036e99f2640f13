import { type Route, type RouteId, type Routes, routes } from '../../../functions/routes'
import type { Example, Examples } from '../../../openapi/examples'
import type { BodyOf, Call } from '../client'
import { type Ids, unknownIds } from '../requests/ids'
import { makeRequest } from '../requests/requests'

export type OperationId = Exclude<RouteId, 'not-found'>
type Reply<Id extends OperationId> = BodyOf<Routes[Id]['method'], Routes[Id]['path']>

/** What is sent in place of what `requests` has for the route. */
export type Own = { ids?: Partial<Ids>; query?: string; body?: unknown; headers?: Record<string, string> }

/** Sends the requests of a story, and keeps what the reference shows. */
export class Recorder {
  readonly examples: Examples = { operations: {}, dryRuns: {}, problems: {} }
  /** What the story has by now. */
  readonly ids: Ids = { ...unknownIds }

  /** `owner`: of a person, for the routes that only people reach. */
  constructor(
    private readonly call: Call,
    private readonly owner: Call,
  ) {}

  /** An example of the operation, or of its dry run. */
  async keep<Id extends OperationId>(operation: Id, own: Own = {}): Promise<Reply<Id>> {
    const { example, reply } = await this.succeed(operation, own)
    const kept = isDryRun(own) ? this.examples.dryRuns : this.examples.operations
    kept[operation] = example
    return reply
  }

  /** Examples, one after the other, of requests as they are. */
  async keepAll(...operations: OperationId[]): Promise<void> {
    for (const operation of operations) await this.keep(operation)
  }

  /** What the story needs besides. */
  async prepare<Id extends OperationId>(operation: Id, own: Own = {}): Promise<Reply<Id>> {
    return (await this.succeed(operation, own)).reply
  }

  /** The request must be refused with the code. */
  async keepProblem(code: string, operation: OperationId, own: Own = {}, call?: Call): Promise<void> {
    const { example, reply } = await this.send(operation, own, call)
    if (reply?.error?.code !== code)
      throw new Error(`${operation}: ${example.status} ${JSON.stringify(reply)} in place of ${code}`)
    this.examples.problems[code] = reply
  }

  private async succeed<Id extends OperationId>(operation: Id, own: Own) {
    const { example, reply } = await this.send(operation, own)
    if (example.status >= 400) throw new Error(`${operation}: ${example.status} ${JSON.stringify(reply)}`)
    return { example, reply }
  }

  private async send<Id extends OperationId>(operation: Id, { ids, headers, ...own }: Own, given?: Call) {
    const { needsPeople }: Route = routes[operation]
    const call = given ?? (needsPeople ? this.owner : this.call)
    const { method, path, body } = makeRequest(operation, { ...this.ids, ...ids }, own)
    const { status, body: reply } = await call<string, string>(method, path, body, headers)
    const sent = { path, ...(body === undefined ? {} : { body }) }
    const example: Example = { ...sent, status, ...(reply === null ? {} : { reply }) }
    return { example, reply: reply as Reply<Id> }
  }
}

function isDryRun({ body }: Own): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body
}
