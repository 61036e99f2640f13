import type { Answer } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

const keysPath = '/_local/apikeys/'

/**
 * Every value counts as a key until it is deleted: by API Gateway's control plane, or by
 * `DELETE /_local/apikeys/<value>`. So a request needs no read, and nothing outlives the process. A client can see a
 * difference only where a key was deleted while its verdict is still cached.
 */
export class GatewayKeys {
  private readonly deleted = new Set<string>()

  has(value: string): boolean {
    return !this.deleted.has(value)
  }

  delete(value: string): void {
    this.deleted.add(value)
  }

  /** Deletes a key where the request asks for that. Returns null for any other request. */
  answer({ method, path }: HttpRequest): Answer | null {
    if (method !== 'DELETE' || !path.startsWith(keysPath)) return null
    this.delete(path.slice(keysPath.length))
    return { status: 204, headers: {}, body: '' }
  }
}
