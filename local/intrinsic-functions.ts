import * as z from 'zod'
import { account, arnOf, physicalName, region } from './names'
import { parseAs } from './parse'

type IntrinsicFunction = (argument: unknown, name: string) => unknown

/** Makes what resolves a value of the template: puts what intrinsic functions give in their place, at any depth. */
export function makeResolver(
  stackName: string,
  resources: Record<string, { Type: string }>,
): (value: unknown) => unknown {
  const pseudo: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
  }
  const ref = (id: string) => pseudo[id] ?? physicalName(stackName, id)
  const attribute = (id: string, name: string) => {
    const physical = physicalName(stackName, id)
    return name === 'Arn' ? arnOf(resources[id]?.Type, physical) : `${physical}.${name}`
  }
  const substitute = (text: string) =>
    text.replace(/\$\{([^}!]+)\}/g, (_, name: string) => {
      const [id = '', ...rest] = name.split('.')
      return rest.length > 0 ? attribute(id, rest.join('.')) : ref(id)
    })
  const functions: Record<string, IntrinsicFunction> = {
    Ref: takes(z.string(), ref),
    'Fn::GetAtt': takes(z.tuple([z.string(), z.string()]), ([id, name]) => attribute(id, name)),
    'Fn::Join': takes(z.tuple([z.string(), z.array(z.unknown())]), ([separator, parts]) => parts.join(separator)),
    'Fn::Split': takes(z.tuple([z.string(), z.string()]), ([separator, text]) => text.split(separator)),
    'Fn::Select': takes(z.tuple([z.coerce.number(), z.array(z.unknown())]), ([index, list]) => list[index]),
    'Fn::Sub': takes(z.string(), substitute),
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [name = '', argument] = entries[0] ?? []
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const run = functions[name]
      if (!run) throw new Error(`the local service cannot resolve ${name} yet`)
      return run(resolve(argument), name)
    }
    return Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner)]))
  }
  return resolve
}

function takes<Schema extends z.ZodType>(
  schema: Schema,
  run: (argument: z.output<Schema>) => unknown,
): IntrinsicFunction {
  return (argument, name) => run(parseAs(schema, argument, `${name} in the template`))
}
