import type { Answer } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

const keysPath = '/_local/apikeys/'

/**
 * Every value counts as a key until `DELETE /_local/apikeys/<value>` deletes it. So creating a key needs no call, a
 * request needs no read, and nothing outlives the process. A client can see a difference only where a key was deleted
 * while its verdict is still cached.
 */
export class GatewayKeys {
  private readonly deleted = new Set<string>()

  has(value: string): boolean {
    return !this.deleted.has(value)
  }

  /** Deletes a key where the request asks for that. Returns null for any other request. */
  answer({ method, path }: HttpRequest): Answer | null {
    if (method !== 'DELETE' || !path.startsWith(keysPath)) return null
    this.deleted.add(path.slice(keysPath.length))
    return { status: 204, headers: {}, body: '' }
  }
}
