type Call = { method: string; path: string; body: Record<string, unknown> | null }
type Key = { name: string; value: string; createdDate: number; tags?: unknown }

/** So that the tests see pages. The real ones have up to 500. */
const pageSize = 2

/** Answers the calls of API Gateway's control plane that our commands make: keys, and which usage plans they are in. */
export class ApiGatewayStandIn {
  /** By name. `createdDate` is in epoch seconds. */
  readonly keys = new Map<string, Key>()
  /** The ids of the keys in each usage plan. */
  readonly plans = new Map<string, Set<string>>()

  /** Makes a list of all usage plans that does not have them all, as while keys move between plans. */
  listedPlans = (plans: string[]) => plans

  /** The id of a key contains its name. */
  static idOf(name: string): string {
    return `gateway-${name}`
  }

  answer({ method, path, body }: Call): object {
    const url = new URL(path, 'http://stand.in')
    const [collection, id = '', , keyId] = url.pathname.slice(1).split('/')
    const query = url.searchParams
    if (collection === 'usageplans' && method === 'GET') return paginate(this.listPlans(id, query.get('keyId')), query)
    if (collection === 'usageplans') return this.changePlan(id, keyId, body)
    if (method === 'GET') return paginate(this.listKeys(query), query)
    if (method === 'DELETE') return this.deleteKey(id)
    const key = { createdDate: Math.floor(Date.now() / 1_000), ...body } as Key
    this.keys.set(key.name, key)
    return { id: ApiGatewayStandIn.idOf(key.name) }
  }

  private listKeys(query: URLSearchParams): object[] {
    const found = [...this.keys.values()].filter(({ name }) => name.startsWith(query.get('name') ?? ''))
    return found.map(({ value, ...key }) => ({
      id: ApiGatewayStandIn.idOf(key.name),
      ...key,
      ...(query.get('includeValues') === 'true' ? { value } : {}),
    }))
  }

  /** The usage plans (of a key), or the keys of the usage plan `id`. */
  private listPlans(id: string, keyId: string | null): object[] {
    if (id !== '') return [...(this.plans.get(id) ?? [])].map((key) => ({ id: key }))
    if (keyId === null) return this.listedPlans([...this.plans.keys()]).map((plan) => ({ id: plan }))
    return [...this.plans].flatMap(([plan, keys]) => (keys.has(keyId) ? { id: plan } : []))
  }

  private changePlan(id: string, keyId: string | undefined, body: Call['body']): object {
    const keys = this.plans.get(id) ?? new Set()
    if (keyId !== undefined) keys.delete(keyId)
    else keys.add(String(body?.keyId))
    this.plans.set(id, keys)
    return {}
  }

  private deleteKey(id: string): object {
    for (const name of this.keys.keys()) if (id === ApiGatewayStandIn.idOf(name)) this.keys.delete(name)
    for (const keys of this.plans.values()) keys.delete(id)
    return {}
  }
}

function paginate(rows: object[], query: URLSearchParams): object {
  const from = Number(query.get('position') ?? 0)
  const to = from + Math.min(pageSize, Number(query.get('limit') ?? pageSize))
  return { item: rows.slice(from, to), ...(to < rows.length ? { position: String(to) } : {}) }
}
