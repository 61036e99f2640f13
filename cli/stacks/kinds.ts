import { APIGateway } from '@aws-sdk/client-api-gateway'
import { CloudWatchLogs } from '@aws-sdk/client-cloudwatch-logs'
import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider'
import { DynamoDB } from '@aws-sdk/client-dynamodb'
import { IAM } from '@aws-sdk/client-iam'
import { SecretsManager } from '@aws-sdk/client-secrets-manager'
import { SQS } from '@aws-sdk/client-sqs'

/** `left` can be deleted. Any other text says why it must stay. `has rows`: there was a service. */
export type State = 'gone' | 'left' | 'has rows' | (string & {})

/**
 * A kind of what outlives its stack. `look` changes nothing, and may throw where it is not there. `remove` is for what
 * is `left`.
 */
export type Kind = { name: string; look: (id: string) => Promise<State>; remove: (id: string) => Promise<unknown> }

const tables = (db = new DynamoDB({})): Kind => ({
  name: 'table',
  look: async (TableName) => {
    const { Table } = await db.describeTable({ TableName })
    if (Table?.TableStatus === 'DELETING') return 'gone'
    return (await db.scan({ TableName, Limit: 1, ConsistentRead: true })).Count === 0 ? 'left' : 'has rows'
  },
  remove: async (TableName) => {
    await db.updateTable({ TableName, DeletionProtectionEnabled: false })
    await db.deleteTable({ TableName })
  },
})

const logGroups = (logs = new CloudWatchLogs({})): Kind => ({
  name: 'log group',
  look: async (name) => {
    const { logGroups: found = [] } = await logs.describeLogGroups({ logGroupNamePrefix: name })
    return found.some(({ logGroupName }) => logGroupName === name) ? 'left' : 'gone'
  },
  remove: (logGroupName) => logs.deleteLogGroup({ logGroupName }),
})

const queues = (sqs = new SQS({})): Kind => ({
  name: 'queue',
  look: async (QueueUrl) => (await sqs.getQueueAttributes({ QueueUrl, AttributeNames: ['QueueArn'] })) && 'left',
  remove: (QueueUrl) => sqs.deleteQueue({ QueueUrl }),
})

const userPools = (pools = new CognitoIdentityProvider({})): Kind => ({
  name: 'user pool',
  look: async (UserPoolId) => {
    const { UserPool } = await pools.describeUserPool({ UserPoolId })
    return UserPool?.EstimatedNumberOfUsers ? 'stays: it has people' : 'left'
  },
  remove: async (UserPoolId) => {
    await pools.updateUserPool({ UserPoolId, DeletionProtection: 'INACTIVE' })
    await pools.deleteUserPool({ UserPoolId })
  },
})

/** Secrets Manager can restore it for 30 days. */
const masterKeys = (secrets = new SecretsManager({})): Kind => ({
  name: 'master key',
  look: async (SecretId) => ((await secrets.describeSecret({ SecretId })).DeletedDate === undefined ? 'left' : 'gone'),
  remove: (SecretId) => secrets.deleteSecret({ SecretId }),
})

/** By which API Gateway writes logs: one for all stages of the account in the region, that of who deployed last. */
const roles = (iam = new IAM({}), gateway = new APIGateway({})): Kind => ({
  name: 'role',
  look: async (RoleName) => {
    const [{ Role }, { cloudwatchRoleArn }] = await Promise.all([iam.getRole({ RoleName }), gateway.getAccount({})])
    if (cloudwatchRoleArn !== Role?.Arn) return 'left'
    return 'stays: API Gateway writes logs by it, of other stages, too. It costs nothing'
  },
  remove: async (RoleName) => {
    const { AttachedPolicies = [] } = await iam.listAttachedRolePolicies({ RoleName })
    for (const { PolicyArn } of AttachedPolicies) await iam.detachRolePolicy({ RoleName, PolicyArn })
    await iam.deleteRole({ RoleName })
  },
})

/** By the types of CloudFormation: each that a stack keeps. */
export const openKinds = (): Record<string, Kind> => ({
  'AWS::DynamoDB::Table': tables(),
  'AWS::Logs::LogGroup': logGroups(),
  'AWS::SQS::Queue': queues(),
  'AWS::Cognito::UserPool': userPools(),
  'AWS::SecretsManager::Secret': masterKeys(),
  'AWS::IAM::Role': roles(),
  // The setting that names that role: nothing of its own is left.
  'AWS::ApiGateway::Account': { name: 'setting', look: async () => 'gone', remove: async () => {} },
})
