export const region = 'us-east-1'
export const account = '000000000000'
/** The id of the only REST API. */
export const apiId = 'local'
/** The access key of those who run the service on this machine. It may do everything. */
export const engineer = 'local'

/** The name of a resource on this machine, which `Ref` returns. */
export function makePhysicalName(stackName: string, logicalId: string): string {
  return `${stackName}-${logicalId}`
}

/** AWS's endpoint of SQS. In the environment of a function, this machine's takes its place: see function-pool.ts. */
export const sqsOnAws = `https://sqs.${region}.amazonaws.com`

/** `queue`: its name. */
export function makeQueueUrl(queue: string, endpoint = sqsOnAws): string {
  return `${endpoint}/${account}/${queue}`
}

export function makeArn(type: string | undefined, physical: string): string {
  const kinds: Record<string, string> = {
    'AWS::DynamoDB::Table': `dynamodb:${region}:${account}:table/`,
    'AWS::SQS::Queue': `sqs:${region}:${account}:`,
    'AWS::Lambda::Function': `lambda:${region}:${account}:function:`,
    'AWS::IAM::Role': `iam::${account}:role/`,
    'AWS::Events::EventBus': `events:${region}:${account}:event-bus/`,
    'AWS::Logs::LogGroup': `logs:${region}:${account}:log-group:`,
    'AWS::SecretsManager::Secret': `secretsmanager:${region}:${account}:secret:`,
  }
  return `arn:aws:${kinds[type ?? ''] ?? `${type}:`}${physical}`
}
