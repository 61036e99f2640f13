import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import * as z from 'zod'
import { toLine } from '../../admin/plain-text'

/** Of a file in the same folder. */
const Name = z.string().refine((path) => basename(path) === path && path !== '..', 'It leads out of its folder')
/** A nested assembly is one more type, with a manifest of its own. */
const Artifact = z.object({
  type: z.enum(['aws:cloudformation:stack', 'cdk:asset-manifest', 'cdk:tree', 'cdk:feature-flag-report']),
  properties: z.object({ file: Name.optional(), templateFile: Name.optional() }).default({}),
  additionalMetadataFile: Name.optional(),
})
const Manifest = z.object({ artifacts: z.record(z.string(), Artifact).default({}) })
const FileAsset = z.object({ source: z.strictObject({ path: Name, packaging: z.string() }) })
const Images = z.strictObject({}).optional()
const Assets = z.object({ files: z.record(z.string(), FileAsset).default({}), dockerImages: Images })

/**
 * Refuses an assembly with anything that ours do not have: the CDK would run commands and build images that it names,
 * and upload files from outside of it, with the credentials of whoever deploys. Throws an `Error` that says what it is.
 */
export function requireInert(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (!(entry.isFile() || entry.isDirectory())) throw refuse(folder, entry.name, 'It is neither a file nor a folder')
  for (const artifact of Object.values(readDocument(folder, 'manifest.json', Manifest).artifacts)) {
    const { type, properties, additionalMetadataFile } = artifact
    if (additionalMetadataFile !== undefined) readDocument(folder, additionalMetadataFile, z.unknown())
    if (type === 'cdk:asset-manifest') readDocument(folder, properties.file ?? '', Assets)
  }
}

function readDocument<Shape extends z.ZodType>(folder: string, file: string, shape: Shape): z.infer<Shape> {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'), requireKnown))
  } catch (error) {
    throw refuse(folder, file, error instanceof z.ZodError ? z.prettifyError(error) : String(error))
  }
}

/** A schema leaves out this key, and the CDK does not. It still makes assets of metadata, as its version 1 had them. */
function requireKnown(key: string, value: unknown): unknown {
  if (key === '__proto__' || value === 'aws:cdk:asset') throw new Error(`It has ${key}: ${value}`)
  return value
}

const refuse = (folder: string, file: string, reason: string) =>
  new Error(
    `The assembly ${folder} is refused, by ${toLine(`${file}: ${reason}`)}. Ours have no such: see what made it.`,
  )
