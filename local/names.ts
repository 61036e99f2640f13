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

export function makeArn(type: string | undefined, physical: string): string {
  const kinds: Record<string, string> = {
    'AWS::DynamoDB::Table': `dynamodb:${region}:${account}:table/`,
    'AWS::SQS::Queue': `sqs:${region}:${account}:`,
    'AWS::Lambda::Function': `lambda:${region}:${account}:function:`,
    'AWS::IAM::Role': `iam::${account}:role/`,
    'AWS::Logs::LogGroup': `logs:${region}:${account}:log-group:`,
  }
  return `arn:aws:${kinds[type ?? ''] ?? `${type}:`}${physical}`
}
