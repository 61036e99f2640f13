import { localAccess } from '../../cli/target'
import { masterKeyCachedMs, openVault, WrongMasterKeyError } from '../../functions/runtime/vault'
import { openSecrets } from '../../local/secrets/secrets'
import { openSecretsEndpoint } from '../../local/secrets/secrets-endpoint'
import { Template } from '../../local/template'

const arn = 'arn:aws:secretsmanager:us-east-1:000000000000:secret:Stack-Key'
const Properties = { GenerateSecretString: { PasswordLength: 64, ExcludePunctuation: true } }
const template = Template.parse({ Resources: { Key: { Type: 'AWS::SecretsManager::Secret', Properties } } })

afterEach(() => jest.useRealTimers())

test('while Secrets Manager is away, what a known key has sealed is opened; nothing is sealed', async () => {
  const secrets = openSecrets({ name: 'Stack', assets: new Map(), maps: '', template }, null, Date.now)
  const { endpoint, stop } = await openSecretsEndpoint(secrets, { policies: new Map(), now: Date.now })
  const vault = openVault(arn, { ...localAccess, endpoint, maxAttempts: 1 })
  const sealed = await vault.seal('secret', 'context')
  await stop()
  jest.useFakeTimers({ now: Date.now() + masterKeyCachedMs, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] })
  expect(await vault.open(sealed, 'context')).toBe('secret')
  await expect(vault.open(sealed, 'another')).rejects.toThrow()
  await expect(vault.seal('secret', 'context')).rejects.not.toBeInstanceOf(WrongMasterKeyError)
})
