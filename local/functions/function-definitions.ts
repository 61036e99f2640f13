import { join } from 'node:path'
import * as z from 'zod'
import { account, makePhysicalName, region } from '../names'
import { Statement } from '../rights/statement'
import { readResources, type Stack } from '../template'

/** A function of the template. `role` holds the statements of its role, `memory` is in MB. */
export type FunctionDefinition = {
  name: string
  bundle: string
  handler: string
  environment: Record<string, string>
  memory: number
  timeoutMs: number
  /** The most events that it processes at once, where the template says it. */
  concurrency: number | null
  logGroup: string
  role: Statement[]
}

const RoleProperties = z.object({
  Policies: z.array(z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) })).default([]),
})

const FunctionProperties = z.object({
  Code: z.object({ S3Key: z.string() }),
  Handler: z.string(),
  Role: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }).default({ Variables: {} }),
  MemorySize: z.number().default(128),
  Timeout: z.number().default(3),
  ReservedConcurrentExecutions: z.number().nullable().default(null),
  LoggingConfig: z.object({ LogGroup: z.string().default('') }).default({ LogGroup: '' }),
})

/** Reads the functions of the template, by ARN, with the statements of their roles. Throws if a bundle is missing. */
export function readFunctions(stack: Stack): Map<string, FunctionDefinition> {
  const roles = readResources(stack, 'AWS::IAM::Role', RoleProperties)
  const statements = (arn: string) => {
    const role = [...roles].find(([id]) => arn.endsWith(`:role/${makePhysicalName(stack.name, id)}`))?.[1]
    return (role?.Policies ?? []).flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  }
  const functions = [...readResources(stack, 'AWS::Lambda::Function', FunctionProperties)].map(([id, properties]) => {
    const folder = stack.assets.get(properties.Code.S3Key)
    const [file = '', handler = ''] = properties.Handler.split('.')
    if (!folder) throw new Error(`the bundle of ${id} is missing`)
    const definition = {
      name: makePhysicalName(stack.name, id),
      bundle: join(folder, `${file}.js`),
      handler,
      environment: properties.Environment.Variables,
      memory: properties.MemorySize,
      timeoutMs: properties.Timeout * 1_000,
      concurrency: properties.ReservedConcurrentExecutions,
      logGroup: properties.LoggingConfig.LogGroup,
      role: statements(properties.Role),
    }
    return [`arn:aws:lambda:${region}:${account}:function:${definition.name}`, definition] as const
  })
  return new Map(functions)
}
