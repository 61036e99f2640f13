import { GetUsagePlansCommand, paginateGetUsagePlanKeys, paginateGetUsagePlans } from '@aws-sdk/client-api-gateway'
import { findOrphanedKeys, type OrphanedKey } from '../../functions/operations/keys/orphaned-keys'
import { openControlPlane } from '../../functions/runtime/gateway/control-plane'
import { type GatewayKey, readGatewayKeys, removeGatewayKey } from '../../functions/runtime/gateway/read-gateway-keys'
import type { Table } from '../../functions/store/table/table'
import { describeError } from '../aws-errors'

/**
 * The keys that our commands have made at API Gateway, and that are in no usage plan any more. To ask for the usage
 * plans of each key would take as many requests as there are keys, and API Gateway admits ten a second to an account.
 * So it lists the keys of all usage plans, 500 a request, and asks only for the keys that it is about to delete.
 */
export class LeftoverKeys {
  private readonly client = openControlPlane()

  constructor(private readonly report: (text: string) => void) {}

  /** `now` is in epoch milliseconds. */
  async find(now: number): Promise<GatewayKey[]> {
    const found = await this.readKeys(now)
    if (found.length === 0) return []
    const used = await this.readUsedKeys()
    return found.filter(({ gateway_id }) => !used.has(gateway_id))
  }

  /** Of one stack: the keys that open nothing, though they may be in a usage plan. `table` is the stack's. */
  async findOfStack(now: number, stack: string, table: Table): Promise<OrphanedKey[]> {
    const held = (await this.readKeys(now)).filter((key) => key.stack === stack)
    return findOrphanedKeys(table, held)
  }

  /** Goes on where a key cannot be deleted. `outcome` is `removed`, `in a usage plan by now`, or `failed: …`. */
  async remove<Key extends GatewayKey>(
    leftovers: Key[],
    { inUsagePlans = false } = {},
  ): Promise<(Key & { outcome: string })[]> {
    const removed: (Key & { outcome: string })[] = []
    for (const leftover of leftovers) {
      const outcome = await this.removeOne(leftover, inUsagePlans).catch(
        (error: unknown) => `failed: ${describeError(error)}`,
      )
      this.report(`${removed.length + 1} of ${leftovers.length}: ${leftover.id} ${outcome}`)
      removed.push({ ...leftover, outcome })
    }
    return removed
  }

  private async removeOne(key: GatewayKey, inUsagePlans: boolean): Promise<string> {
    const command = new GetUsagePlansCommand({ keyId: key.gateway_id, limit: 1 })
    const { items = [] } = inUsagePlans ? {} : await this.client.send(command)
    if (items.length > 0) return 'in a usage plan by now'
    await removeGatewayKey(this.client, key)
    return 'removed'
  }

  private async readKeys(now: number): Promise<GatewayKey[]> {
    const { ours } = await readGatewayKeys(this.client, now, (read) => this.report(`${read} keys at API Gateway read`))
    return ours
  }

  /** The ids of the keys in any usage plan, ours or not. */
  private async readUsedKeys(): Promise<Set<string | undefined>> {
    const paging = { client: this.client, pageSize: 500 }
    const used = new Set<string | undefined>()
    let plans = 0
    for await (const page of paginateGetUsagePlans(paging, {})) {
      for (const { id } of page.items ?? []) {
        for await (const { items = [] } of paginateGetUsagePlanKeys(paging, { usagePlanId: id }))
          for (const key of items) used.add(key.id)
        plans += 1
        this.report(`${plans} usage plans read, with ${used.size} keys`)
      }
    }
    return used
  }
}
