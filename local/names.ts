export const region = 'us-east-1'
export const account = '000000000000'
/** Of the one REST API. */
export const apiId = 'local'

/** The name that a resource has here: what `Ref` gives. */
export function physicalName(stackName: string, logicalId: string): string {
  return `${stackName}-${logicalId}`
}

/** The ARN of a resource of the type, by the name that it has here. */
export function arnOf(type: string | undefined, physical: string): string {
  const kinds: Record<string, string> = {
    'AWS::DynamoDB::Table': `dynamodb:${region}:${account}:table/`,
    'AWS::SQS::Queue': `sqs:${region}:${account}:`,
    'AWS::Lambda::Function': `lambda:${region}:${account}:function:`,
    'AWS::IAM::Role': `iam::${account}:role/`,
    'AWS::Logs::LogGroup': `logs:${region}:${account}:log-group:`,
  }
  return `arn:aws:${kinds[type ?? ''] ?? `${type}:`}${physical}`
}
