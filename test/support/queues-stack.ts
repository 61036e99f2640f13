import { type Stack, Template } from '../../local/template'

const seconds = (VisibilityTimeout: number) => ({ Type: 'AWS::SQS::Queue', Properties: { VisibilityTimeout } })
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] })

type Options = { bundle?: string; actions?: string[]; resource?: unknown; mapping?: object }

/**
 * A template with a queue of failures, and one whose messages run the function `Work`: its bundle is in the folder
 * `bundle`, its role allows `actions` on `resource`, by default that queue, and `mapping` is what its event source sets
 * beside the defaults.
 */
export function makeQueuesStack(options: Options = {}): Stack {
  const { bundle = '', actions = [], resource = arnOf('Deliveries'), mapping = {} } = options
  const PolicyDocument = { Statement: [{ Effect: 'Allow', Action: actions, Resource: resource }] }
  const Environment = { Variables: { QUEUE_URL: { Ref: 'Deliveries' } } }
  const Work = { Code: { S3Key: 'work' }, Handler: 'index.handler', Role: arnOf('Role'), Timeout: 60, Environment }
  const OnFailure = { Destination: arnOf('Failures') }
  const template = Template.parse({
    Outputs: { DeliveriesQueueUrl: { Value: { Ref: 'Deliveries' } } },
    Resources: {
      Failures: { Type: 'AWS::SQS::Queue' },
      Deliveries: seconds(120),
      Role: { Type: 'AWS::IAM::Role', Properties: { Policies: [{ PolicyDocument }] } },
      Work: { Type: 'AWS::Lambda::Function', Properties: Work },
      WorkLater: {
        Type: 'AWS::Lambda::EventInvokeConfig',
        Properties: { FunctionName: { Ref: 'Work' }, DestinationConfig: { OnFailure } },
      },
      Source: {
        Type: 'AWS::Lambda::EventSourceMapping',
        Properties: { FunctionName: { Ref: 'Work' }, EventSourceArn: arnOf('Deliveries'), ...mapping },
      },
    },
  })
  return { name: 'Stack', template, assets: new Map([['work', bundle]]), maps: '' }
}
