import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * The build puts this in the place of the SDK's own chain of providers. Lambda gives a function its role's credentials in the
 * environment, so that profiles, SSO and metadata services, a fifth of a bundle, would never be asked.
 */
export function defaultProvider() {
  return fromEnv()
}
