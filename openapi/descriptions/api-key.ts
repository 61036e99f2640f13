import { readOnlyKeyFields } from '../../functions/domain/companies/api-key'
import { describeReadOnly, forSchemas } from './for-schemas'

/** What the fields of API keys mean. */
export const apiKeyDescriptions = {
  ApiKey: 'An API key, without its secret.',
  ApiKeyWithSecret: 'An API key, with its secret: the only time that it is shown.',
  CreateApiKey: 'What the key is for. Each field can be left out.',
  UpdateApiKey: 'The name. A key can be sent back as it was fetched.',
  ApiKeyList: 'A page of API keys.',

  id: 'The id of the key: `key_` and 26 characters.',
  name: 'What the key is for, as the audit log shows it. Up to 100 characters.',
  prefix: 'How the secret begins: `sk_live_`, or `sk_test_` of a local service.',
  last4: 'How the secret ends: the last four characters.',
  scopes: 'What the key may do: `read`, `write`, `webhooks`. The first two unless given.',
  user_id: 'For whom the key acts.',
  last_used_at: 'When the key was last used. Null before.',
  expires_at: 'From when on the key is refused. Null for one that does not expire.',
  revoked_at: 'When the key was revoked. Null for one that was not.',
  key: 'The secret, to be sent as `Authorization: Bearer`. It is not stored.',
  active_in: 'Seconds until the key is known everywhere, at most.',
  ...forSchemas(['UpdateApiKey'], describeReadOnly(readOnlyKeyFields)),
}
