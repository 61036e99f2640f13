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
import { type Plan, planNames } from '../../functions/domain/companies/plan'
import { type GatewayKeys, makeGatewayValue } from './gateway-keys'

/** The tag that names the stack of a key: usage plans, which would tell, are gone with their stack. */
export const stackTag = 'inventory-stack'

export class UsagePlanKeys implements GatewayKeys {
  private readonly client = new APIGatewayClient({ maxAttempts: 10 }) // it allows few calls a second

  constructor(
    private readonly stack: string,
    private readonly planIds: Record<Plan, string>,
  ) {}

  async create(keyId: string, plan: Plan): Promise<void> {
    const id = await this.createAtGateway(keyId)
    await this.client.send(
      new CreateUsagePlanKeyCommand({ usagePlanId: this.planIds[plan], keyId: id, keyType: 'API_KEY' }),
    )
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
    const key = { name: keyId, value: makeGatewayValue(keyId), enabled: true, tags: { [stackTag]: this.stack } }
    const command = new CreateApiKeyCommand(key)
    return (await this.client.send(command)).id
  }

  private async find(keyId: string): Promise<string | null> {
    const { items = [] } = await this.client.send(new GetApiKeysCommand({ nameQuery: keyId }))
    return items.find(({ name }) => name === keyId)?.id ?? null
  }
}

function ignore(expected: typeof NotFoundException | typeof ConflictException): (error: unknown) => void {
  return (error) => {
    if (!(error instanceof expected)) throw error
  }
}
