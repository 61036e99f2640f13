import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation'
import { openUsagePlanKeys } from '../functions/runtime/gateway/usage-plan-keys'
import { foreignDirectory, type UserDirectory } from '../functions/runtime/people/user-directory'
import { openTable } from '../functions/store/table/table'
import { openListedKeys, openPacedClient } from './keys/many-keys'

type Outputs = ((key: string) => string) & { find: (key: string) => string | null }

/** Returns a function that gets an output of the stack by its name, and throws where there is none; `find` is null. */
export async function readOutputs(name: string): Promise<Outputs> {
  const { Stacks } = await new CloudFormationClient({}).send(new DescribeStacksCommand({ StackName: name }))
  const { Outputs = [], StackStatus: status = '' } = Stacks?.[0] ?? {}
  const outputs = new Map(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]))
  const get = (key: string) => {
    const value = outputs.get(key)
    if (value !== undefined) return value
    if (status.startsWith('ROLLBACK_'))
      throw new Error(`the first deployment of ${name} has failed: npx inventory stacks leftovers --stack ${name}`)
    if (Outputs.length === 0 && status !== 'CREATE_COMPLETE')
      throw new Error(`the stack ${name} has the status ${status}, and no outputs: it must be CREATE_COMPLETE first`)
    throw new Error(`the stack ${name} has no output ${key}: is it an inventory stack?`)
  }
  return Object.assign(get, { find: (key: string) => outputs.get(key) ?? null })
}

/** `userPool`: its id, or `none` where the provider is not ours. */
async function openDirectory(userPool: string): Promise<UserDirectory> {
  if (userPool === 'none') return foreignDirectory
  const { openUserPool } = await import('../functions/runtime/people/user-pool')
  return openUserPool(userPool)
}

/** From the stack's outputs. Throws if one is missing. */
export async function openDeployedStack(name: string) {
  const output = await readOutputs(name)
  const planIds = {
    starter: output('StarterPlanId'),
    professional: output('ProfessionalPlanId'),
    enterprise: output('EnterprisePlanId'),
  }
  const client = openPacedClient()
  const gatewayKeys = openUsagePlanKeys(name, async () => planIds, client)
  return {
    table: openTable(output('TableName')),
    keyPrefix: 'sk_live_' as const,
    apiUrl: output('ApiUrl'),
    gatewayKeys,
    openPlacing: (report: (text: string) => void) =>
      openListedKeys({ client, stack: name, planIds, gatewayKeys }, report),
    issuer: output.find('SignInIssuer'),
    openDirectory: () => openDirectory(output('UserPoolId')),
  }
}
