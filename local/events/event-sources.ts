import * as z from 'zod'
import type { FunctionDefinition } from '../functions/function-definitions'
import type { Invocation } from '../functions/function-pool'
import { parseAs } from '../parse'
import { type Access, isAllowed } from '../rights/iam'
import { readResources, type Stack } from '../template'

/** What the mappings of all kinds have. */
export const Mapping = z.object({
  FunctionName: z.string(),
  EventSourceArn: z.string(),
  FunctionResponseTypes: z.array(z.string()).default([]),
})
type Mapping = z.output<typeof Mapping>

export type EventSourceOptions = {
  functions: Map<string, FunctionDefinition>
  invoke: (arn: string, event: unknown) => Promise<Invocation>
  /** Epoch milliseconds. */
  now: () => number
  onLog: (line: string) => void
}

/** Runs a function with what comes from a stream or a queue. */
export type EventSource = { start: () => void; stop: () => Promise<void> }

const BatchResponse = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).default([]) })
  .nullable()
  .catch(null)

/** The function that a mapping runs. */
export class MappedFunction {
  readonly arn: string
  private readonly role: FunctionDefinition['role']

  /** Throws where there is no such function, or its role lacks one of the `actions` on the source. */
  constructor(
    private readonly mapping: Mapping,
    actions: string[],
    private readonly options: EventSourceOptions,
  ) {
    const { FunctionName, EventSourceArn } = mapping
    const found = [...options.functions].find(([arn, { name }]) => arn === FunctionName || name === FunctionName)
    if (!found) throw new Error(`an event source runs ${FunctionName}, which is no function`)
    this.arn = found[0]
    this.role = found[1].role
    for (const action of actions)
      if (!this.may({ action, resource: EventSourceArn }))
        throw new Error(`the role of ${FunctionName} lacks ${action} on ${EventSourceArn}`)
  }

  may(access: Access): boolean {
    return isAllowed(this.role, access)
  }

  /** Returns the ids of the items that are to come again. Null where the function has failed as a whole. */
  async run(Records: object[]): Promise<string[] | null> {
    const invocation = await this.options.invoke(this.arn, { Records })
    if ('error' in invocation) return null
    if (!this.mapping.FunctionResponseTypes.includes('ReportBatchItemFailures')) return []
    const failures = BatchResponse.parse(invocation.result)?.batchItemFailures ?? []
    return failures.map(({ itemIdentifier }) => itemIdentifier)
  }
}

/** The mappings whose source is a queue (`sqs`), or those whose source is a stream. */
export function readMappings<Schema extends z.ZodType>(
  stack: Stack,
  kind: 'sqs' | 'stream',
  schema: Schema,
): z.output<Schema>[] {
  const type = 'AWS::Lambda::EventSourceMapping'
  return [...readResources(stack, type, z.looseObject({ EventSourceArn: z.string() }))]
    .filter(([, { EventSourceArn }]) => EventSourceArn.startsWith('arn:aws:sqs:') === (kind === 'sqs'))
    .map(([id, properties]) => parseAs(schema, properties, `${type} ${id} of the template`))
}
