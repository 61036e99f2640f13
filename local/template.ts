import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as z from 'zod'
import { makeResolver } from './intrinsic-functions'
import { parseAs } from './parse'

export const Template = z.object({
  Resources: z.record(
    z.string(),
    z.object({ Type: z.string(), Properties: z.record(z.string(), z.unknown()).default({}) }),
  ),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
})

const Manifest = z.object({ artifacts: z.record(z.string(), z.object({ type: z.string() })) })
const AssetManifest = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.object({ path: z.string() }),
      destinations: z.record(z.string(), z.object({ objectKey: z.string() })),
    }),
  ),
})

export type Stack = {
  name: string
  template: z.infer<typeof Template>
  /** The folder of a file asset, by the name that the template gives it. */
  assets: Map<string, string>
  /** The folder of the bundles' source maps. */
  maps: string
}

/** Reads the only stack of a synthesized app. Throws if there is another number of stacks. */
export function readStack(outdir: string): Stack {
  const read = <Schema extends z.ZodType>(file: string, schema: Schema) => {
    const path = join(outdir, file)
    return parseAs(schema, JSON.parse(readFileSync(path, 'utf8')), path)
  }
  const { artifacts } = read('manifest.json', Manifest)
  const stacks = Object.entries(artifacts).filter(([, { type }]) => type === 'aws:cloudformation:stack')
  const [name] = stacks[0] ?? []
  if (name === undefined || stacks.length > 1) throw new Error(`${outdir} holds ${stacks.length} stacks; one is needed`)
  const { files } = read(`${name}.assets.json`, AssetManifest)
  const assets = Object.values(files).flatMap(({ source, destinations }) =>
    Object.values(destinations).map(({ objectKey }) => [objectKey, resolve(outdir, source.path)] as const),
  )
  return {
    name,
    template: read(`${name}.template.json`, Template),
    assets: new Map(assets),
    maps: join(outdir, 'maps'),
  }
}

/** By logical id: the properties that the schema names, with intrinsic functions resolved. */
export function readResources<Schema extends z.ZodType>(
  stack: Stack,
  type: string,
  schema: Schema,
): Map<string, z.output<Schema>> {
  const found = Object.entries(stack.template.Resources).filter(([, resource]) => resource.Type === type)
  const resolve = makeResolver(stack.name, stack.template.Resources)
  return new Map(
    found.map(([id, { Properties }]) => [id, parseAs(schema, resolve(Properties), `${type} ${id} of the template`)]),
  )
}

/** The value of an output, with intrinsic functions resolved. Null if there is none. */
export function readOutput({ name, template }: Stack, output: string): string | null {
  const found = template.Outputs[output]
  if (!found) return null
  const value = makeResolver(name, template.Resources)(found.Value)
  return parseAs(z.string(), value, `the output ${output} of the template`)
}
