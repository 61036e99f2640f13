import type { Answer } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

const keysPath = '/_local/apikeys/'

/**
 * API Gateway's own keys, by the value that the authorizer answers as `usageIdentifierKey`. Every value counts as a key here until
 * `DELETE /_local/apikeys/<value>` deletes it: what differs for a caller is only a key that is gone while the verdict on it is kept.
 * So making one needs no call, no request costs a read, and nothing outlives the process, as no verdict does.
 */
export class GatewayKeys {
  private readonly deleted = new Set<string>()

  has(value: string): boolean {
    return !this.deleted.has(value)
  }

  /** Deletes a key where the request asks for that; null for any other request. */
  answer({ method, path }: HttpRequest): Answer | null {
    if (method !== 'DELETE' || !path.startsWith(keysPath)) return null
    this.deleted.add(path.slice(keysPath.length))
    return { status: 204, headers: {}, body: '' }
  }
}
