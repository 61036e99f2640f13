import type { SignIn } from '../sign-in/process'
import type { FunctionDefinition } from './function-definitions'

// What our functions are told by their environment where that differs from the template.

type Definitions = Map<string, FunctionDefinition>

/** What they do here, and not on AWS: a new key works at once, and webhooks may lead to this machine. */
export const localVariables = { LOCAL_KEYS: 'true', LOCAL_WEBHOOKS: 'true' }

/** False for a template without people. */
export function hasPeople(definitions: Definitions): boolean {
  return [...definitions.values()].some(({ environment }) => environment.PEOPLE !== undefined)
}

/** Another provider than that of the template. */
export function tellProvider(definitions: Definitions, provider: Omit<SignIn, 'stop'>): void {
  for (const { environment } of definitions.values()) {
    if (environment.PEOPLE !== undefined) {
      const { gatewayKey, ownerMfa } = JSON.parse(environment.PEOPLE)
      environment.PEOPLE = JSON.stringify({ ...provider, gatewayKey, ownerMfa, userPool: null })
    }
    if (environment.SIGN_IN !== undefined)
      environment.SIGN_IN = JSON.stringify({ ...provider, origins: [provider.issuer] })
  }
}

/** The address of the API is another one than in the template. */
export function tellDashboardUrl(definitions: Definitions, baseUrl: string): void {
  for (const { environment } of definitions.values())
    if (environment.DASHBOARD_URL !== undefined) environment.DASHBOARD_URL = `${baseUrl}/dashboard`
}
