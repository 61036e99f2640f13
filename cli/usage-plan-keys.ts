import { setTimeout as sleep } from 'node:timers/promises'
import {
  APIGatewayClient,
  ConflictException,
  CreateApiKeyCommand,
  CreateUsagePlanKeyCommand,
  DeleteApiKeyCommand,
  DeleteUsagePlanKeyCommand,
  GetApiKeysCommand,
  NotFoundException,
} from '@aws-sdk/client-api-gateway'
import { type Plan, planNames } from '../functions/domain/companies/plan'
import { type GatewayKeys, makeGatewayValue } from './gateway-keys'

const pollMs = 1_000
const waitMs = 60_000

export class UsagePlanKeys implements GatewayKeys {
  private readonly client = new APIGatewayClient({})

  constructor(
    private readonly planIds: Record<Plan, string>,
    private readonly apiUrl: string,
  ) {}

  async create(keyId: string, plan: Plan, secret: string): Promise<void> {
    const id = await this.createAtGateway(keyId)
    await this.client.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' }),
    )
    await this.waitUntilWorking(secret)
  }

  async remove(keyId: string): Promise<void> {
    const id = await this.find(keyId)
    if (id !== null) await this.client.send(new DeleteApiKeyCommand({ apiKey: id }))
  }

  async move(keyId: string, plan: Plan): Promise<void> {
    // The table decides which keys exist: a key that API Gateway lacks is created.
    const id = (await this.find(keyId)) ?? (await this.createAtGateway(keyId))
    for (const other of planNames.filter((name) => name !== plan)) {
      const command = new DeleteUsagePlanKeyCommand({ usagePlanId: this.planIds[other], keyId: id })
      await this.client.send(command).catch(ignore(NotFoundException))
    }
    const command = new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' })
    await this.client.send(command).catch(ignore(ConflictException))
  }

  private async createAtGateway(keyId: string): Promise<string | undefined> {
    const command = new CreateApiKeyCommand({ name: keyId, value: makeGatewayValue(keyId), enabled: true })
    return (await this.client.send(command)).id
  }

  private async find(keyId: string): Promise<string | null> {
    const { items = [] } = await this.client.send(new GetApiKeysCommand({ nameQuery: keyId }))
    return items.find(({ name }) => name === keyId)?.id ?? null
  }

  private async waitUntilWorking(secret: string): Promise<void> {
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      const { status } = await fetch(`${this.apiUrl}/items?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })
      // The key is new and the service accepts it, so a 401 comes from API Gateway.
      if (status !== 401 && status < 500) return
      await sleep(pollMs)
    }
    throw new Error('API Gateway has not come to know the new key; create another in a minute')
  }
}

function ignore(expected: typeof NotFoundException | typeof ConflictException): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof expected)) throw error
  }
}
