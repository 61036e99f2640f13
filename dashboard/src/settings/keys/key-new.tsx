import { Checkbox, Stack, Text, TextInput } from '@mantine/core'
import type { ApiKeyWithSecret } from '../../../../client'
import { api } from '../../api/client'
import { startOfDay } from '../../browser/time-zone'
import { DayField } from '../../parts/day-field'
import { firstField } from '../../parts/first-field'
import { ChangeForm } from '../../parts/form'
import { Copied, Secret } from '../../parts/secret'
import { findFaultOfDay } from '../../parts/typed-day'
import { apiUrl } from '../../session/address'
import { nameKey } from './key-name'
import { texts } from './texts'

type Scope = ApiKeyWithSecret['scopes'][number]
const scopes: Scope[] = ['read', 'write', 'webhooks']
type Values = { name: string; scopes: Scope[]; expires_at: string }
const initial: Values = { name: '', scopes: ['read'], expires_at: '' }

export function NewKey({ onClose, onMade }: { onClose: () => void; onMade: (key: ApiKeyWithSecret) => void }) {
  return (
    <ChangeForm
      name="new key"
      initial={initial}
      check={({ expires_at }) => ({ expires_at: findFaultOfDay(expires_at) })}
      make={makeKey}
      // The secret goes by the result: what a change has answered stays in memory for minutes.
      send={async (key, options) => onMade(await api.createKey(key, options))}
      stale={[['keys']]}
      action={texts.createKey}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextInput
            label={texts.name}
            placeholder={texts.keyName}
            description={texts.keyNameHint}
            {...firstField}
            {...form.getInputProps('name')}
          />
          <Checkbox.Group label={texts.scopesLabel} {...form.getInputProps('scopes')}>
            <Stack gap="sm" mt="xs">
              {scopes.map((scope) => (
                <Checkbox
                  key={scope}
                  value={scope}
                  label={texts.scopeNames[scope]}
                  description={texts.scopeHints[scope]}
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <DayField label={texts.expires} description={texts.expiresHint} {...form.getInputProps('expires_at')} />
        </>
      )}
    </ChangeForm>
  )
}

/** It works until its last day ends. */
function makeKey({ name, scopes, expires_at: day }: Values) {
  const expires_at = day === '' ? null : new Date(startOfDay(day, 1)).toISOString()
  return { name: name.trim() || null, scopes, expires_at }
}

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
