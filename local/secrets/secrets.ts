import { randomInt, randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import * as z from 'zod'
import { makeArn, makePhysicalName } from '../names'
import { parseAs } from '../parse'
import { replaceFile } from '../replace-file'
import { readResources, type Stack } from '../template'

/** What is not here is refused: a value that is made otherwise than the template says would mislead. */
const GenerateSecretString = z.strictObject({
  PasswordLength: z.int().min(1).default(32),
  ExcludeCharacters: z.string().default(''),
  ExcludeLowercase: z.boolean().default(false),
  ExcludeUppercase: z.boolean().default(false),
  ExcludeNumbers: z.boolean().default(false),
  ExcludePunctuation: z.boolean().default(false),
  IncludeSpace: z.boolean().default(false),
  RequireEachIncludedType: z.boolean().default(true),
})
type GenerateSecretString = z.output<typeof GenerateSecretString>

const SecretProperties = z.object({ GenerateSecretString: GenerateSecretString.optional() })

/** `created`: epoch milliseconds. */
const Version = z.object({ id: z.string(), value: z.string(), created: z.number() })
type Version = z.infer<typeof Version>
const Versions = z.object({ AWSCURRENT: Version.optional(), AWSPREVIOUS: Version.optional() })
type Versions = z.infer<typeof Versions>
const File = z.record(z.string(), Versions)

export const Stage = z.enum(['AWSCURRENT', 'AWSPREVIOUS'])
export type Stage = z.infer<typeof Stage>

/** A secret, as Secrets Manager keeps it: its value, and the one before. */
export class Secret {
  constructor(
    readonly name: string,
    readonly versions: Versions,
    private readonly keep: () => void,
  ) {}

  get arn(): string {
    return makeArn('AWS::SecretsManager::Secret', this.name)
  }

  get(stage: Stage): Version | null {
    return this.versions[stage] ?? null
  }

  /** The value until now becomes the previous one. A version that is put again changes nothing. */
  put(version: Version): void {
    if (this.find(version.id)) return
    this.versions.AWSPREVIOUS = this.versions.AWSCURRENT
    this.versions.AWSCURRENT = version
    this.keep()
  }

  find(id: string): Version | null {
    return Object.values(this.versions).find((version) => version?.id === id) ?? null
  }
}

/**
 * Opens the secrets of the template. The first start gives them their random values. `file` keeps them for later ones,
 * or is null. `now`: epoch milliseconds.
 */
export function openSecrets(stack: Stack, file: string | null, now: () => number): Secret[] {
  const kept = file !== null && existsSync(file) ? parseAs(File, JSON.parse(readFileSync(file, 'utf8')), file) : {}
  const secrets: Secret[] = []
  const keep = () => {
    if (file === null) return
    const content = Object.fromEntries(secrets.map(({ name, versions }) => [name, versions]))
    replaceFile(file, JSON.stringify(content), 0o600) // for nobody else on this machine to read
  }
  for (const [id, properties] of readResources(stack, 'AWS::SecretsManager::Secret', SecretProperties)) {
    const name = makePhysicalName(stack.name, id)
    const secret = new Secret(name, kept[name] ?? {}, keep)
    secrets.push(secret)
    if (properties.GenerateSecretString && !secret.get('AWSCURRENT'))
      secret.put({ id: randomUUID(), value: generate(properties.GenerateSecretString), created: now() })
  }
  return secrets
}

function generate(wanted: GenerateSecretString): string {
  const types = [
    wanted.ExcludeLowercase ? '' : 'abcdefghijklmnopqrstuvwxyz',
    wanted.ExcludeUppercase ? '' : 'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
    wanted.ExcludeNumbers ? '' : '0123456789',
    wanted.ExcludePunctuation ? '' : '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~',
    wanted.IncludeSpace ? ' ' : '',
  ].map((type) => [...type].filter((character) => !wanted.ExcludeCharacters.includes(character)))
  const included = types.filter((type) => type.length > 0)
  const characters = included.flat()
  if (characters.length === 0 || wanted.PasswordLength < included.length)
    throw new Error('the template leaves no characters for a secret')
  for (;;) {
    const drawn = Array.from({ length: wanted.PasswordLength }, () => characters[randomInt(characters.length)] ?? '')
    const hasEach = included.every((type) => type.some((character) => drawn.includes(character)))
    if (hasEach || !wanted.RequireEachIncludedType) return drawn.join('')
  }
}
