import {
  type APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  GetUsagePlansCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway'
import { makeGatewayValue, planTag, stackTag } from '../../domain/companies/gateway-key'
import { type Plan, planNames } from '../../domain/companies/plan'
import { ignore } from './control-plane'
import type { GatewayKeys } from './gateway-keys'

export type PlanIds = Record<Plan, string>

/** At API Gateway. `findPlans` is asked once. */
export function openUsagePlanKeys(
  stack: string,
  findPlans: (client: APIGatewayClient) => Promise<PlanIds>,
  client: APIGatewayClient,
): GatewayKeys {
  let found: Promise<PlanIds> | undefined
  const getPlanId = async (plan: Plan) => {
    found ??= findPlans(client)
    found.catch(() => {
      found = undefined // the next call tries again
    })
    return (await found)[plan]
  }
  const add = async (keyId: string, plan: Plan) => {
    const command = new CreateUsagePlanKeyCommand({ usagePlanId: await getPlanId(plan), keyId, keyType: 'API_KEY' })
    await client.send(command).catch(ignore(ConflictException))
  }
  return {
    create: async (keyId, plan) => add(await createAtGateway(client, stack, keyId), plan),
    remove: async (keyId) => {
      const id = await find(client, keyId)
      if (id !== null) await client.send(new DeleteApiKeyCommand({ apiKey: id })).catch(ignore(NotFoundException))
    },
    move: async (keyId, plan) => {
      // The table decides which keys exist: a key that API Gateway lacks is created.
      const id = (await find(client, keyId)) ?? (await createAtGateway(client, stack, keyId))
      for (const other of planNames.filter((name) => name !== plan)) {
        const command = new DeleteUsagePlanKeyCommand({ usagePlanId: await getPlanId(other), keyId: id })
        await client.send(command).catch(ignore(NotFoundException))
      }
      await add(id, plan)
    },
  }
}

/** Of the stack, by their tags: a function cannot have their ids, since usage plans are made after it. */
export async function findUsagePlans(client: APIGatewayClient, stack: string): Promise<PlanIds> {
  const { items = [] } = await client.send(new GetUsagePlansCommand({ limit: 500 }))
  const find = (plan: Plan) => {
    const id = items.find(({ tags }) => tags?.[stackTag] === stack && tags[planTag] === plan)?.id
    if (id === undefined) throw new Error(`the stack ${stack} has no usage plan with the tag ${planTag}: ${plan}`)
    return id
  }
  return { starter: find('starter'), professional: find('professional'), enterprise: find('enterprise') }
}

/** Outside of any usage plan. Returns API Gateway's id. */
export async function createAtGateway(client: APIGatewayClient, stack: string, keyId: string): Promise<string> {
  const key = { name: keyId, value: makeGatewayValue(keyId), enabled: true, tags: { [stackTag]: stack } }
  const { id } = await client.send(new CreateApiKeyCommand(key))
  if (id === undefined) throw new Error('API Gateway names no id for the key')
  return id
}

async function find(client: APIGatewayClient, keyId: string): Promise<string | null> {
  const { items = [] } = await client.send(new GetApiKeysCommand({ nameQuery: keyId }))
  return items.find(({ name }) => name === keyId)?.id ?? null
}
