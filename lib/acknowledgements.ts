import { Validations } from 'aws-cdk-lib'
import type { Stage } from 'aws-cdk-lib/aws-apigateway'
import type { Role } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { IConstruct } from 'constructs'
import type { FunctionId } from './entries'
import type { Switches } from './switches'

// Findings of the rule packs that we accept, each with its reason, on the smallest construct that has the finding.

type Reasons = Record<string, string>

const switchedOff = (name: keyof Switches) => `Whoever deploys the stack has switched it off: "${name}".`

const messagesComeAgain =
  'A message only names a delivery, which is a row. It is deleted when the attempt is made or is needless, and comes again until then: after a fault that lasts hours, such as a wrong master key, all are still there and are delivered. In a dead-letter queue they would wait for somebody to move them back.'

/** By what has the findings, and by the rule, such as `AwsSolutions-COG2`. */
const accepted = {
  api: {
    'AwsSolutions-APIG2':
      'The functions check parameters, query and body against the schemas of their route, and name the field at fault.',
    'AwsSolutions-APIG3':
      'Usage plans and the meter limit each key, and the stage the paths that need none. Nothing limits requests with an unknown key: a web ACL costs money each month, so it is for the account to choose.',
    'AwsSolutions-COG4':
      'Our own authorizer checks the keys of programs and the tokens of people, whoever their provider is; public pages have no callers.',
    'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonAPIGatewayPushToCloudWatchLogs]':
      'The policy that AWS keeps for the one role with which API Gateway writes its logs in an account.',
    'Serverless-APIGWDefaultThrottling':
      'Usage plans throttle each key; a limit for the whole stage would let one company shut out the others.',
  },
  publicMethod: {
    'AwsSolutions-APIG4':
      'The pages and the OpenAPI document are for everybody: they hold no data, and the function that answers has no right to any.',
  },
  optionalFactor: {
    'AwsSolutions-COG2': 'The switch "ownerMfa" is off: a second factor can be set up, and is not forced.',
  },
  userPool: {
    'AwsSolutions-COG8':
      'Threat protection is a feature of the Plus tier, which costs money for each person: for the account to choose.',
  },
  failures: { 'Serverless-SQSRedrivePolicy': 'It is itself where events end up that failed for good.' },
  deliveries: { 'AwsSolutions-SQS3': messagesComeAgain, 'Serverless-SQSRedrivePolicy': messagesComeAgain },
  messageSource: {
    'Serverless-LambdaEventSourceMappingDestination':
      'Lambda has such destinations for streams only. A message that is not handled stays on its queue.',
  },
  masterKey: {
    'AwsSolutions-SMG4':
      'What it has sealed must be sealed anew with it: "npx inventory webhooks rewrap" does both. A rotation by Secrets Manager alone would leave the rows as they are.',
  },
} satisfies Record<string, Reasons>

/** Accepts the findings of a construct that is `as` one of those above. */
export function acknowledge(construct: IConstruct, as: keyof typeof accepted): void {
  accept(construct, accepted[as])
}

/** The name of a rule begins with that of its pack. */
function accept(construct: IConstruct, reasons: Reasons): void {
  const findings = Object.entries(reasons).map(([rule, reason]) => ({ id: `${rule.split('-', 1)}::${rule}`, reason }))
  Validations.of(construct).acknowledge(...findings)
}

/** The paths of API Gateway's control plane in the rights of a function that have a wildcard: `usage-plans.ts`. */
const controlPlaneWildcards: { [id in FunctionId]?: string[] } = {
  'create-key': ['/apikeys/*', '/tags/*', '/usageplans/*/keys'],
  'revoke-key': ['/apikeys/*'],
  'remove-person': ['/apikeys/*'],
  'remove-orphaned-gateway-keys': ['/apikeys/*'],
}

export function acknowledgeFunction(
  created: LambdaFunction,
  role: Role,
  id: FunctionId,
  { traced }: { traced: boolean },
): void {
  acceptKeyMaker(role, controlPlaneWildcards[id] ?? [])
  const reason = 'The two X-Ray actions take no resource but *; every other statement of the role names its resource.'
  if (traced) accept(role, { 'AwsSolutions-IAM5[Resource::*]': reason, 'Serverless-LambdaStarPermissions': reason })
  else accept(created, { 'Serverless-LambdaTracing': switchedOff('traces') })
  accept(created, {
    'Serverless-LambdaDLQ':
      'API Gateway waits for the answer: its caller learns of a failure. What runs by events has an on-failure destination, which the rule does not know. The messages of a queue come again.',
  })
}

function acceptKeyMaker(role: Role, wildcards: string[]): void {
  const reason =
    'API Gateway chooses the ids of keys. Those of its usage plans are not known to a function, since they are made later. Conditions allow keys with the tag of the stack alone.'
  const name = (path: string) => `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:apigateway:<AWS::Region>::${path}]`
  accept(role, Object.fromEntries(wildcards.map((path) => [name(path), reason])))
}

/** Each finding is of the stage, and true only where the switch is off. */
export function acknowledgeStage(stage: Stage, { traces, requestLog }: Pick<Switches, 'traces' | 'requestLog'>): void {
  if (traces === 0) accept(stage, { 'Serverless-APIGWXrayEnabled': switchedOff('traces') })
  if (requestLog) return
  const reason = switchedOff('requestLog')
  accept(stage, { 'AwsSolutions-APIG1': reason, 'Serverless-APIGWAccessLogging': reason })
}
