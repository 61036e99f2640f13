import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * The build replaces the SDK's provider chain with this: Lambda puts the credentials of a function's role into the
 * environment. Profiles, SSO and metadata services are not needed, and would be a fifth of a bundle.
 */
export function defaultProvider() {
  return fromEnv()
}
