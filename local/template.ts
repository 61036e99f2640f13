import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export type Resource = { Type: string; Properties?: Record<string, unknown> }
export type Template = { Resources: Record<string, Resource> }
export type Stack = {
  name: string
  template: Template /** Folder of a file asset, by the name that the template gives it. */
  assets: Map<string, string>
}

export const region = 'us-east-1'
export const account = '000000000000'

/** Reads the one stack of a synthesized app. */
export function readStack(outdir: string): Stack {
  const json = (file: string) => JSON.parse(readFileSync(join(outdir, file), 'utf8'))
  const manifest = json('manifest.json') as { artifacts: Record<string, { type: string }> }
  const stacks = Object.entries(manifest.artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack')
  const [name] = stacks[0] ?? []
  if (name === undefined || stacks.length > 1) throw new Error(`${outdir} holds ${stacks.length} stacks; one is needed`)
  const { files } = json(`${name}.assets.json`) as AssetManifest
  const assets = Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }) => [objectKey, resolve(outdir, source.path)] as const),
  )
  return { name, template: json(`${name}.template.json`) as Template, assets: new Map(assets) }
}

type AssetManifest = {
  files: Record<string, { source: { path: string }; destinations: Record<string, { objectKey: string }> }>
}

/** The resources of a type, by logical id, with their properties' intrinsic functions resolved. */
export function resourcesOf<Properties>({ name, template }: Stack, type: string): Map<string, Properties> {
  const found = Object.entries(template.Resources).filter(([, resource]) => resource.Type === type)
  const resolve = resolver(name, template)
  return new Map(found.map(([id, { Properties = {} }]) => [id, resolve(Properties) as Properties]))
}

/** The name that a resource has here: what `Ref` gives. */
export function physicalName(stackName: string, logicalId: string): string {
  return `${stackName}-${logicalId}`
}

function resolver(stackName: string, template: Template): (value: unknown) => unknown {
  const pseudo: Record<string, string> = {
    'AWS::Region': region,
    'AWS::AccountId': account,
    'AWS::Partition': 'aws',
    'AWS::URLSuffix': 'amazonaws.com',
    'AWS::StackName': stackName,
  }
  const functions: Record<string, (argument: unknown) => unknown> = {
    Ref: (id) => pseudo[String(id)] ?? physicalName(stackName, String(id)),
    'Fn::GetAtt': (argument) => attribute(argument as [string, string]),
    'Fn::Join': (argument) => {
      const [separator, parts] = argument as [string, unknown[]]
      return (resolve(parts) as unknown[]).join(separator)
    },
    'Fn::Split': (argument) => {
      const [separator, text] = argument as [string, unknown]
      return String(resolve(text)).split(separator)
    },
    'Fn::Select': (argument) => {
      const [index, list] = argument as [number | string, unknown]
      return (resolve(list) as unknown[])[Number(index)]
    },
    'Fn::Sub': (argument) =>
      String(argument).replace(/\$\{([^}!]+)\}/g, (_, name: string) => {
        const [id = '', ...rest] = name.split('.')
        return String(rest.length > 0 ? attribute([id, rest.join('.')]) : functions.Ref?.(id))
      }),
  }
  const attribute = ([id, name]: [string, string]) => {
    const type = template.Resources[id]?.Type
    const physical = physicalName(stackName, id)
    return name === 'Arn' ? arnOf(type, physical) : `${physical}.${name}`
  }
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve)
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value)
    const [name = '', argument] = entries[0] ?? []
    if (entries.length === 1 && (name === 'Ref' || name.startsWith('Fn::'))) {
      const run = functions[name]
      if (!run) throw new Error(`the local service cannot resolve ${name} yet`)
      return run(argument)
    }
    return Object.fromEntries(entries.map(([key, inner]) => [key, resolve(inner)]))
  }
  return resolve
}

function arnOf(type: string | undefined, physical: string): string {
  const kinds: Record<string, string> = {
    'AWS::DynamoDB::Table': `dynamodb:${region}:${account}:table/`,
    'AWS::SQS::Queue': `sqs:${region}:${account}:`,
    'AWS::Lambda::Function': `lambda:${region}:${account}:function:`,
    'AWS::IAM::Role': `iam::${account}:role/`,
    'AWS::Logs::LogGroup': `logs:${region}:${account}:log-group:`,
  }
  return `arn:aws:${kinds[type ?? ''] ?? `${type}:`}${physical}`
}
