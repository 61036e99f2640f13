import { join } from 'node:path'
import type { Statement } from './iam'
import { account, physicalName, region, resourcesOf, type Stack } from './template'

/** A function of the template. `role` are the statements of its role; memory in MB, time in milliseconds. */
export type FunctionDefinition = {
  name: string
  bundle: string
  handler: string
  environment: Record<string, string>
  memory: number
  timeoutMs: number
  role: Statement[]
}

/** The functions of the template, by ARN, with the statements of their roles. */
export function functionsOf(stack: Stack): Map<string, FunctionDefinition> {
  type Role = { Policies?: { PolicyDocument: { Statement: Statement[] } }[] }
  type Properties = {
    Code: { S3Key: string }
    Handler: string
    Role: string
    Environment?: { Variables: Record<string, string> }
    MemorySize?: number
    Timeout?: number
  }
  const roles = resourcesOf<Role>(stack, 'AWS::IAM::Role')
  const statements = (arn: string) => {
    const role = [...roles].find(([id]) => arn.endsWith(`:role/${physicalName(stack.name, id)}`))?.[1]
    return (role?.Policies ?? []).flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
  }
  const functions = [...resourcesOf<Properties>(stack, 'AWS::Lambda::Function')].map(([id, properties]) => {
    const folder = stack.assets.get(properties.Code.S3Key)
    const [file = '', handler = ''] = properties.Handler.split('.')
    if (!folder) throw new Error(`the bundle of ${id} is missing`)
    const definition = {
      name: physicalName(stack.name, id),
      bundle: join(folder, `${file}.js`),
      handler,
      environment: properties.Environment?.Variables ?? {},
      memory: properties.MemorySize ?? 128,
      timeoutMs: (properties.Timeout ?? 3) * 1_000,
      role: statements(properties.Role),
    }
    return [`arn:aws:lambda:${region}:${account}:function:${definition.name}`, definition] as const
  })
  return new Map(functions)
}
