import { type Options, UsageError } from './command-line'

// How a command that uses the API learns its address and the key.

export type Access = { baseUrl: string; apiKey: string }

/** The key of the option, or of INVENTORY_API_KEY. Null where none is given. */
export function readApiKey(option: Options[string]): string | null {
  const apiKey = choose(option, process.env.INVENTORY_API_KEY)
  if (apiKey !== null && !/^[\w-]+$/.test(apiKey)) throw new UsageError('the key has characters that no key has')
  return apiKey
}

/** The base URL of the option, or of INVENTORY_BASE_URL where `inEnvironment`. Null where none is given. */
export function readBaseUrl(option: Options[string], { inEnvironment = true } = {}): string | null {
  const baseUrl = choose(option, inEnvironment ? process.env.INVENTORY_BASE_URL : undefined)
  if (baseUrl !== null && !isWebAddress(baseUrl))
    throw new UsageError('the base URL must be one such as https://api.example.com/v1')
  if (baseUrl !== null && !/\/v\d+\/?$/.test(baseUrl))
    throw new UsageError(`the base URL ${baseUrl} must end in the version, such as https://api.example.com/v1`)
  return baseUrl
}

/** The secret of the option, or of INVENTORY_WEBHOOK_SECRET. Null where none is given. */
export function readWebhookSecret(option: Options[string]): string | null {
  return choose(option, process.env.INVENTORY_WEBHOOK_SECRET)
}

function choose(option: Options[string], variable: string | undefined): string | null {
  return typeof option === 'string' ? option : variable || null
}

function isWebAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, username, password } = new URL(text)
  return /^https?:$/.test(protocol) && username === '' && password === ''
}
