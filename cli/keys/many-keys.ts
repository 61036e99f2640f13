import { setTimeout as sleep } from 'node:timers/promises'
import {
  type APIGatewayClient,
  type APIGatewayClientConfig,
  ConflictException,
  CreateUsagePlanKeyCommand,
  DeleteUsagePlanKeyCommand,
  NotFoundException,
  paginateGetApiKeys,
  paginateGetUsagePlanKeys,
} from '@aws-sdk/client-api-gateway'
import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { ignore, openControlPlane } from '../../functions/runtime/gateway/control-plane'
import type { GatewayKeys } from '../../functions/runtime/gateway/gateway-keys'
import { createAtGateway, type PlanIds } from '../../functions/runtime/gateway/usage-plan-keys'

/** Sees to it that API Gateway has the key, in the plan's usage plan and in no other of the stack. */
export type PlaceKey = (keyId: string, plan: Plan) => Promise<Placing>
/** `right`: it was so already. */
export type Placing = 'right' | 'moved' | 'made'

export type KeysOfStack = { client: APIGatewayClient; stack: string; planIds: PlanIds; gatewayKeys: GatewayKeys }

/** AWS's limit. */
const pageSize = 500

/** As `GatewayKeys.move`, for many keys: lists once what API Gateway has, and then sends only what changes it. */
export async function openListedKeys(keys: KeysOfStack, report: (text: string) => void): Promise<PlaceKey> {
  const { client, stack, planIds, gatewayKeys } = keys
  report('listing the keys that API Gateway has')
  const ids = await listKeys(client)
  const members = await listMembers(client, planIds)
  return async (keyId, plan) => {
    const id = ids.get(keyId)
    if (id !== undefined)
      return moveKey(client, planIds, { id, plan, in: planNames.filter((name) => members[name].has(id)) })
    const made = await createAtGateway(client, stack, keyId).catch(ignore(ConflictException))
    if (made !== undefined) {
      await moveKey(client, planIds, { id: made, plan, in: [] })
      return 'made'
    }
    await gatewayKeys.move(keyId, plan) // somebody has made it meanwhile
    return 'moved'
  }
}

/** `in`: the plans in whose usage plans it is. */
async function moveKey(client: APIGatewayClient, planIds: PlanIds, key: { id: string; plan: Plan; in: Plan[] }) {
  const others = key.in.filter((plan) => plan !== key.plan)
  for (const plan of others) {
    const command = new DeleteUsagePlanKeyCommand({ usagePlanId: planIds[plan], keyId: key.id })
    await client.send(command).catch(ignore(NotFoundException))
  }
  if (key.in.includes(key.plan)) return others.length === 0 ? 'right' : 'moved'
  const command = new CreateUsagePlanKeyCommand({ usagePlanId: planIds[key.plan], keyId: key.id, keyType: 'API_KEY' })
  await client.send(command).catch(ignore(ConflictException))
  return 'moved'
}

/** API Gateway's ids, by our own: its names. */
async function listKeys(client: APIGatewayClient): Promise<Map<string, string>> {
  const ids = new Map<string, string>()
  for await (const { items = [] } of paginateGetApiKeys({ client, pageSize }, {}))
    for (const { id, name } of items) if (id !== undefined && name !== undefined) ids.set(name, id)
  return ids
}

/** API Gateway's ids of the keys in the usage plan of each plan. */
async function listMembers(client: APIGatewayClient, planIds: PlanIds): Promise<Record<Plan, Set<string>>> {
  const members = { starter: new Set<string>(), professional: new Set<string>(), enterprise: new Set<string>() }
  for (const plan of planNames)
    for await (const { items = [] } of paginateGetUsagePlanKeys({ client, pageSize }, { usagePlanId: planIds[plan] }))
      for (const { id } of items) if (id !== undefined) members[plan].add(id)
  return members
}

/** AWS admits ten to an account, for all that use its control plane. The rest is for owners who make keys. */
const callsPerSecond = 8
/** AWS admits five. */
const creationsPerSecond = 4

/** A client of API Gateway's control plane that sends no faster than AWS admits, whoever shares it. */
export function openPacedClient(
  pacers = { calls: new Pacer(callsPerSecond), creations: new Pacer(creationsPerSecond) },
  config: APIGatewayClientConfig = {},
): APIGatewayClient {
  const client = openControlPlane(config)
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        if (commandName === 'CreateApiKeyCommand') await pacers.creations.wait()
        await pacers.calls.wait()
        return next(args)
      },
    { step: 'deserialize', priority: 'low', name: 'pace' }, // next to the sending: each attempt waits for its turn
  )
  return client
}

/** `now` and `sleep`: in milliseconds. */
type Clock = { now: () => number; sleep: (ms: number) => Promise<unknown> }

/** Lets so many go on in a second, one after the other, in the order in which they came. Saves no turns for later. */
export class Pacer {
  private next = 0

  constructor(
    private readonly perSecond: number,
    private readonly clock: Clock = { now: () => performance.now(), sleep },
  ) {}

  async wait(): Promise<void> {
    const now = this.clock.now()
    const turn = Math.max(now, this.next)
    this.next = turn + 1_000 / this.perSecond
    if (turn > now) await this.clock.sleep(turn - now)
  }
}
