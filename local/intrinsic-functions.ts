import * as z from 'zod'
import { account, makeArn, makePhysicalName, makeQueueUrl, region } from './names'
import { parseAs } from './parse'

/** Of every stack on this machine. */
const stackUuid = '00000000-0000-4000-8000-000000000000'

type IntrinsicFunction = (argument: unknown, name: string) => unknown

/** Replaces the intrinsic functions in a value of the template, at any depth. Throws for one that it does not know. */
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
    'AWS::StackId': `arn:aws:cloudformation:${region}:${account}:stack/${stackName}/${stackUuid}`,
  }
  const ref = (id: string) => pseudo[id] ?? makeReference(resources[id]?.Type, makePhysicalName(stackName, id))
  const attribute = (id: string, name: string) => {
    const physical = makePhysicalName(stackName, id)
    return name === 'Arn' ? makeArn(resources[id]?.Type, physical) : `${physical}.${name}`
  }
  const substitute = (text: string) =>
    text.replace(/\$\{([^}!]+)\}/g, (_, name: string) => {
      const [id = '', ...rest] = name.split('.')
      return rest.length > 0 ? attribute(id, rest.join('.')) : ref(id)
    })
  const functions: Record<string, IntrinsicFunction> = {
    Ref: defineFunction(z.string(), ref),
    'Fn::GetAtt': defineFunction(z.tuple([z.string(), z.string()]), ([id, name]) => attribute(id, name)),
    'Fn::Join': defineFunction(z.tuple([z.string(), z.array(z.unknown())]), ([separator, parts]) =>
      parts.join(separator),
    ),
    'Fn::Split': defineFunction(z.tuple([z.string(), z.string()]), ([separator, text]) => text.split(separator)),
    'Fn::Select': defineFunction(z.tuple([z.coerce.number(), z.array(z.unknown())]), ([index, list]) => list[index]),
    'Fn::Sub': defineFunction(z.string(), substitute),
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

/** What `Ref` returns: most resources are named, some otherwise. */
function makeReference(type: string | undefined, physical: string): string {
  if (type === 'AWS::SQS::Queue') return makeQueueUrl(physical)
  return type === 'AWS::SecretsManager::Secret' ? makeArn(type, physical) : physical
}

function defineFunction<Schema extends z.ZodType>(
  schema: Schema,
  run: (argument: z.output<Schema>) => unknown,
): IntrinsicFunction {
  return (argument, name) => run(parseAs(schema, argument, `${name} in the template`))
}
