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

const pollMs = 1_000
const waitMs = 60_000

/** The API Gateway keys of a deployed stack: one for each of ours, in the usage plan of its company's plan. */
export class UsagePlanKeys {
  private readonly client = new APIGatewayClient({})

  constructor(
    private readonly planIds: Record<Plan, string>,
    private readonly apiUrl: string,
  ) {}

  /** Makes API Gateway's key for ours, and waits until a request with `secret` gets through: that takes it some seconds. */
  async add(keyId: string, plan: Plan, secret: string): Promise<void> {
    const id = await this.create(keyId)
    await this.client.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' }),
    )
    await this.working(secret)
  }

  /** Deletes API Gateway's key for ours, where there is one. */
  async remove(keyId: string): Promise<void> {
    const id = await this.find(keyId)
    if (id !== null) await this.client.send(new DeleteApiKeyCommand({ apiKey: id }))
  }

  /**
   * Puts API Gateway's key for ours into the plan's usage plan and no other. Makes it where it is missing: our rows say which keys
   * there are. May be repeated.
   */
  async move(keyId: string, plan: Plan): Promise<void> {
    const id = (await this.find(keyId)) ?? (await this.create(keyId))
    for (const other of planNames.filter((name) => name !== plan)) {
      const command = new DeleteUsagePlanKeyCommand({ usagePlanId: this.planIds[other], keyId: id })
      await this.client.send(command).catch(unless(NotFoundException))
    }
    const command = new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' })
    await this.client.send(command).catch(unless(ConflictException))
  }

  private async create(keyId: string): Promise<string | undefined> {
    const value = keyId.slice('key_'.length) // what the authorizer answers as usageIdentifierKey
    return (await this.client.send(new CreateApiKeyCommand({ name: keyId, value, enabled: true }))).id
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
