import {
  APIGatewayClient,
  type ApiKey,
  DeleteApiKeyCommand,
  GetUsagePlansCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
  paginateGetUsagePlans,
} from '@aws-sdk/client-api-gateway'
import { makeGatewayValue, stackTag } from '../../functions/domain/companies/gateway-key'
import { describeError } from '../aws-errors'

/** A key at API Gateway. `stack` is null for a key that was made before keys had a tag. */
export type Leftover = { id: string; gateway_id: string; stack: string | null; created_at: string }

/** The command that has made a younger key may be about to add it to its usage plan. */
const untouchedMs = 3_600_000
const form = /^key_[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * The keys that our commands have made at API Gateway, and that are in no usage plan any more. To ask for the usage
 * plans of each key would take as many requests as there are keys, and API Gateway admits ten a second to an account.
 * So it lists the keys of all usage plans, 500 a request, and asks only for the keys that it is about to delete.
 */
export class LeftoverKeys {
  private readonly client = new APIGatewayClient({ maxAttempts: 10 })

  constructor(private readonly report: (text: string) => void) {}

  /** `now` is in epoch milliseconds. */
  async find(now: number): Promise<Leftover[]> {
    const found = (await this.readKeys()).flatMap((key) => toLeftover(key, now - untouchedMs) ?? [])
    if (found.length === 0) return []
    const used = await this.readUsedKeys()
    return found.filter(({ gateway_id }) => !used.has(gateway_id))
  }

  /** Of one stack: the keys that open nothing, though they are in a usage plan. A route was killed as it made them. */
  async findOfStack(now: number, stack: string, isUsable: (keyId: string) => Promise<boolean>): Promise<Leftover[]> {
    const leftovers: Leftover[] = []
    for (const key of await this.readKeys()) {
      const found = toLeftover(key, now - untouchedMs)
      if (found?.stack === stack && !(await isUsable(found.id))) leftovers.push(found)
    }
    return leftovers
  }

  /** Goes on where a key cannot be deleted. `outcome` is `removed`, `in a usage plan by now`, or `failed: …`. */
  async remove(leftovers: Leftover[], { inUsagePlans = false } = {}): Promise<(Leftover & { outcome: string })[]> {
    const removed: (Leftover & { outcome: string })[] = []
    for (const leftover of leftovers) {
      const outcome = await this.removeOne(leftover, inUsagePlans).catch(
        (error: unknown) => `failed: ${describeError(error)}`,
      )
      this.report(`${removed.length + 1} of ${leftovers.length}: ${leftover.id} ${outcome}`)
      removed.push({ ...leftover, outcome })
    }
    return removed
  }

  private async removeOne({ gateway_id }: Leftover, inUsagePlans: boolean): Promise<string> {
    if (!inUsagePlans && (await this.isInUsagePlan(gateway_id))) return 'in a usage plan by now'
    await this.client.send(new DeleteApiKeyCommand({ apiKey: gateway_id })).catch((error: unknown) => {
      if (!(error instanceof NotFoundException)) throw error
    })
    return 'removed'
  }

  private async isInUsagePlan(keyId: string): Promise<boolean> {
    const { items = [] } = await this.client.send(new GetUsagePlansCommand({ keyId, limit: 1 }))
    return items.length > 0
  }

  private async readKeys(): Promise<ApiKey[]> {
    const keys: ApiKey[] = []
    for await (const { items = [] } of paginateGetApiKeys(this.paging, { includeValues: true })) {
      keys.push(...items)
      this.report(`${keys.length} keys at API Gateway read`)
    }
    return keys
  }

  /** The ids of the keys in any usage plan, ours or not. */
  private async readUsedKeys(): Promise<Set<string | undefined>> {
    const used = new Set<string | undefined>()
    let plans = 0
    for await (const page of paginateGetUsagePlans(this.paging, {})) {
      for (const { id } of page.items ?? []) {
        for await (const { items = [] } of paginateGetUsagePlanKeys(this.paging, { usagePlanId: id }))
          for (const key of items) used.add(key.id)
        plans += 1
        this.report(`${plans} usage plans read, with ${used.size} keys`)
      }
    }
    return used
  }

  private get paging() {
    return { client: this.client, pageSize: 500 }
  }
}

/** Null for a key that is not ours by name and form, or that was made after `before` (epoch milliseconds). */
function toLeftover({ id, name = '', value, createdDate, tags }: ApiKey, before: number): Leftover | null {
  if (id === undefined || !form.test(name) || value !== makeGatewayValue(name)) return null
  if (createdDate === undefined || createdDate.getTime() > before) return null
  return { id: name, gateway_id: id, stack: tags?.[stackTag] ?? null, created_at: createdDate.toISOString() }
}
