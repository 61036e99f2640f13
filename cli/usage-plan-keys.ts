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
import { type GatewayKeys, gatewayValueOf } from './gateway-keys'

const pollMs = 1_000
const waitMs = 60_000

/** The API Gateway keys of a deployed stack: one for each of ours, in the usage plan of its company's plan. */
export class UsagePlanKeys implements GatewayKeys {
  private readonly client = new APIGatewayClient({})

  constructor(
    private readonly planIds: Record<Plan, string>,
    private readonly apiUrl: string,
  ) {}

  async add(keyId: string, plan: Plan, secret: string): Promise<void> {
    const id = await this.create(keyId)
    await this.client.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' }),
    )
    await this.working(secret)
  }

  async remove(keyId: string): Promise<void> {
    const id = await this.find(keyId)
    if (id !== null) await this.client.send(new DeleteApiKeyCommand({ apiKey: id }))
  }

  async move(keyId: string, plan: Plan): Promise<void> {
    // Our rows say which keys there are: what API Gateway lacks is made.
    const id = (await this.find(keyId)) ?? (await this.create(keyId))
    for (const other of planNames.filter((name) => name !== plan)) {
      const command = new DeleteUsagePlanKeyCommand({ usagePlanId: this.planIds[other], keyId: id })
      await this.client.send(command).catch(unless(NotFoundException))
    }
    const command = new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' })
    await this.client.send(command).catch(unless(ConflictException))
  }

  private async create(keyId: string): Promise<string | undefined> {
    const command = new CreateApiKeyCommand({ name: keyId, value: gatewayValueOf(keyId), enabled: true })
    return (await this.client.send(command)).id
  }

  private async find(keyId: string): Promise<string | null> {
    const { items = [] } = await this.client.send(new GetApiKeysCommand({ nameQuery: keyId }))
    return items.find(({ name }) => name === keyId)?.id ?? null
  }

  private async working(secret: string): Promise<void> {
    const deadline = performance.now() + waitMs
    while (performance.now() < deadline) {
      const { status } = await fetch(`${this.apiUrl}/items?limit=1`, { headers: { Authorization: `Bearer ${secret}` } })
      // Our own functions accept the key, which is new: a 401 is API Gateway's.
      if (status !== 401 && status < 500) return
      await sleep(pollMs)
    }
    throw new Error('API Gateway has not come to know the new key; create another in a minute')
  }
}

function unless(expected: typeof NotFoundException | typeof ConflictException): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof expected)) throw error
  }
}
