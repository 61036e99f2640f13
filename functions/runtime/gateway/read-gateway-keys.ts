import {
  type APIGatewayClient,
  type ApiKey,
  DeleteApiKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
} from '@aws-sdk/client-api-gateway'
import { makeGatewayValue, stackTag } from '../../domain/companies/gateway-key'
import { ignore } from './control-plane'

/**
 * A key of ours that API Gateway holds. `id` is that of the API key, `stack` null for one that was made before keys had
 * a tag.
 */
export type GatewayKey = { id: string; gateway_id: string; stack: string | null; created_at: string }

/** A younger key may be one that is being made: it has no row yet, and is in no usage plan. */
const untouchedMs = 3_600_000
const form = /^key_[0-9A-HJKMNP-TV-Z]{26}$/

/**
 * `total`: of the account and region, whoever has made them. `ours`: those of this service that are an hour old at
 * `now` (epoch milliseconds) or older, of all its stacks. `report` is told after each 500 how many were read.
 */
export async function readGatewayKeys(
  client: APIGatewayClient,
  now: number,
  report: (read: number) => void = () => {},
): Promise<{ total: number; ours: GatewayKey[] }> {
  const ours: GatewayKey[] = []
  let total = 0
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize: 500 }, { includeValues: true })) {
    ours.push(...items.flatMap((key) => toGatewayKey(key, now - untouchedMs) ?? []))
    total += items.length
    report(total)
  }
  return { total, ours }
}

/** Can be repeated. It leaves its usage plan with that. */
export async function removeGatewayKey(client: APIGatewayClient, { gateway_id }: GatewayKey): Promise<void> {
  await client.send(new DeleteApiKeyCommand({ apiKey: gateway_id })).catch(ignore(NotFoundException))
}

/** Null for a key that is not ours by name and form, or that was made after `before` (epoch milliseconds). */
function toGatewayKey({ id, name = '', value, createdDate, tags }: ApiKey, before: number): GatewayKey | null {
  if (id === undefined || !form.test(name) || value !== makeGatewayValue(name)) return null
  if (createdDate === undefined || createdDate.getTime() > before) return null
  return { id: name, gateway_id: id, stack: tags?.[stackTag] ?? null, created_at: createdDate.toISOString() }
}
