import { fromEnv } from '@aws-sdk/credential-provider-env'

/**
 * The build replaces the SDK's provider chain with this: Lambda puts the credentials of a function's role into the
 * environment. Profiles, SSO and metadata services are not needed, and would be a fifth of a bundle.
 */
export function defaultProvider() {
  const read = fromEnv()
  let credentials: ReturnType<typeof read> | undefined
  // Read once: they stay the same while the function's container lives.
  return () => {
    credentials ??= read()
    return credentials
  }
}
