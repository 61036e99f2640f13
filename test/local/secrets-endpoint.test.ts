import { statSync } from 'node:fs'
import { join } from 'node:path'
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  ResourceExistsException,
  ResourceNotFoundException,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager'
import { localAccess } from '../../cli/target'
import { openSecrets } from '../../local/secrets/secrets'
import { openSecretsEndpoint } from '../../local/secrets/secrets-endpoint'
import { type Stack, Template } from '../../local/template'
import { useFolder } from '../support/folder'

// The secrets of the local runtime, as the AWS SDK sees them.

const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:Stack-Key'
const now = 1_700_000_000_000

const folder = useFolder()
const stops: (() => unknown)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop()
})

const makeStack = (GenerateSecretString: object | undefined): Stack => ({
  ...{ name: 'Stack', assets: new Map(), maps: '' },
  template: Template.parse({
    Resources: { Key: { Type: 'AWS::SecretsManager::Secret', Properties: { GenerateSecretString } } },
  }),
})

/** Opens the secrets of a template. Returns clients: of the engineer, and of functions. */
async function open({ generate = { PasswordLength: 64, ExcludePunctuation: true }, file = null }: Options = {}) {
  const secrets = openSecrets(makeStack(generate ?? undefined), file, () => now)
  const grant = { Effect: 'Allow', Action: 'secretsmanager:GetSecretValue', Resource: arn } as const
  const policies = new Map([['Granted', [grant]]])
  const { endpoint, stop } = await openSecretsEndpoint(secrets, { policies, now: () => now })
  stops.push(stop)
  const connect = (accessKeyId?: string) => {
    const credentials = accessKeyId ? { accessKeyId, secretAccessKey: 'x' } : localAccess.credentials
    const client = new SecretsManagerClient({ ...localAccess, endpoint, credentials, maxAttempts: 1 })
    stops.push(() => client.destroy())
    return {
      get: (VersionStage?: string, SecretId = arn) =>
        client.send(new GetSecretValueCommand({ SecretId, VersionStage })),
      put: (SecretString: string, ClientRequestToken?: string) =>
        client.send(new PutSecretValueCommand({ SecretId: arn, SecretString, ClientRequestToken })),
    }
  }
  return { ...connect(), connect }
}
type Options = { generate?: object | null; file?: string | null }

test('a secret has a random value of the template, by its ARN and by its name, and none before', async () => {
  const { get } = await open()
  const { SecretString = '', ...rest } = await get()
  expect(SecretString).toMatch(/^[A-Za-z0-9]{64}$/)
  expect(rest).toMatchObject({ ARN: arn, Name: 'Stack-Key', VersionStages: ['AWSCURRENT'], CreatedDate: new Date(now) })
  expect((await get('AWSCURRENT', 'Stack-Key')).SecretString).toBe(SecretString)
  await expect(get('AWSPREVIOUS')).rejects.toBeInstanceOf(ResourceNotFoundException)
  await expect(get('AWSCURRENT', `${arn}x`)).rejects.toBeInstanceOf(ResourceNotFoundException)
  expect((await (await open()).get()).SecretString).not.toBe(SecretString)
})

test('a value that is put is the current one, and that before it the previous one', async () => {
  const { get, put } = await open()
  const first = (await get()).SecretString
  const { VersionId } = await put('second')
  expect(await get()).toMatchObject({ SecretString: 'second', VersionId })
  expect(await get('AWSPREVIOUS')).toMatchObject({ SecretString: first, VersionStages: ['AWSPREVIOUS'] })
  await put('third')
  expect([(await get()).SecretString, (await get('AWSPREVIOUS')).SecretString]).toEqual(['third', 'second'])
})

test('a value that is put twice under one token is put once, and another value is refused', async () => {
  const { get, put } = await open()
  const first = (await get()).SecretString
  const token = '0'.repeat(32)
  for (let times = 0; times < 2; times++) await put('second', token)
  await expect(put('third', token)).rejects.toBeInstanceOf(ResourceExistsException)
  expect([(await get()).SecretString, (await get('AWSPREVIOUS')).SecretString]).toEqual(['second', first])
})

test('a function reads what it is granted, and nothing else', async () => {
  const { connect } = await open()
  expect((await connect('Granted').get()).SecretString).toHaveLength(64)
  await expect(connect('Granted').put('mine')).rejects.toMatchObject({ name: 'AccessDeniedException' })
  await expect(connect('Other').get()).rejects.toThrow(`not authorized to perform: secretsmanager:GetSecretValue`)
})

test('values are kept in a file that nobody else can read', async () => {
  const file = join(folder, 'secrets.json')
  const { get, put } = await open({ file })
  await put('second')
  const [current, previous] = [await get(), await get('AWSPREVIOUS')]
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const later = await open({ file })
  expect(await later.get()).toMatchObject({ SecretString: 'second', VersionId: current.VersionId })
  expect((await later.get('AWSPREVIOUS')).SecretString).toBe(previous.SecretString)
})

test('a value has each kind of character that the template wants, and no other', async () => {
  for (let times = 0; times < 50; times++) {
    const { get } = await open({ generate: { PasswordLength: 4, ExcludePunctuation: true, IncludeSpace: true } })
    const { SecretString = '' } = await get()
    for (const kind of [/[a-z]/, /[A-Z]/, /[0-9]/, / /]) expect(SecretString).toMatch(kind)
  }
  const generate = { ExcludeUppercase: true, ExcludeNumbers: true, ExcludePunctuation: true, ExcludeCharacters: 'abc' }
  expect((await (await open({ generate })).get()).SecretString).toMatch(/^[d-z]{32}$/)
})

test('a secret for which the template makes no value has none, and what is not known is refused', async () => {
  await expect((await open({ generate: null })).get()).rejects.toBeInstanceOf(ResourceNotFoundException)
  await expect(open({ generate: { SecretStringTemplate: '{}' } })).rejects.toThrow('SecretStringTemplate')
})
