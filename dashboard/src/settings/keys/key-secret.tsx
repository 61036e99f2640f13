import { Text } from '@mantine/core'
import type { ApiKeyWithSecret } from '../../../../client'
import { Copied, Secret } from '../../parts/secret'
import { apiUrl } from '../../session/address'
import { nameKey } from './key-name'
import { texts } from './texts'

/** The key that was made now, with a command that tries it. */
export function KeySecret({ made, onClose }: { made: ApiKeyWithSecret | null; onClose: () => void }) {
  const command = made && makeCommand(made)
  return (
    <Secret secret={made?.key ?? null} onClose={onClose} title={made ? texts.keyCreated(nameKey(made)) : ''}>
      {command && <Copied text={command} label={texts.tryKey} />}
      {made && made.active_in > 0 && <Text>{texts.activeIn(made.active_in)}</Text>}
    </Secret>
  )
}

/** Null for a key that may only write: nothing is written for a try. */
function makeCommand({ key, scopes }: ApiKeyWithSecret): string | null {
  const path = scopes.includes('read') ? '/items?limit=1' : scopes.includes('webhooks') ? '/webhooks?limit=1' : null
  return path && `curl -H 'Authorization: Bearer ${key}' '${apiUrl}${path}'`
}
