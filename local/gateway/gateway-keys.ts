import type { Answer } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

const keysPath = '/_local/apikeys/'

/** One that was made by API Gateway's control plane, as that shows it. `createdDate`: epoch seconds. */
export type MadeKey = { id: string; name: string; value: string; createdDate: number; tags: Record<string, string> }

/**
 * Every value counts as a key until it is deleted: by API Gateway's control plane, or by
 * `DELETE /_local/apikeys/<value>`. So a request needs no read, and nothing outlives the process. A client can see a
 * difference only where a key was deleted while its verdict is still cached. The control plane lists what it has made,
 * and makes no more than `quota` of them.
 */
export class GatewayKeys {
  private readonly deleted = new Set<string>()
  private readonly made = new Map<string, MadeKey>()

  constructor(private readonly quota: number) {}

  /** False where there are as many as there may be. */
  add(key: MadeKey): boolean {
    if (this.made.size >= this.quota) return false
    this.made.set(key.value, key)
    return true
  }

  list(): MadeKey[] {
    return [...this.made.values()]
  }

  has(value: string): boolean {
    return !this.deleted.has(value)
  }

  delete(value: string): void {
    this.deleted.add(value)
    this.made.delete(value)
  }

  /** Deletes a key where the request asks for that. Returns null for any other request. */
  answer({ method, path }: HttpRequest): Answer | null {
    if (method !== 'DELETE' || !path.startsWith(keysPath)) return null
    this.delete(path.slice(keysPath.length))
    return { status: 204, headers: {}, body: '' }
  }
}
