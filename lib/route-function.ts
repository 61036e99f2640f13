import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { routeTimeoutMs } from '../functions/store/timing'
import { acknowledgeFunction } from './acknowledgements'
import { bundles, type FunctionId } from './entries'

export type FunctionNeeds = {
  statements: PolicyStatement[]
  environment: Record<string, string>
  timeout?: Duration
  memorySize?: number
}

/** Has its own log group, and a role with only `statements`, logging and tracing. All Lambda defaults are set here. */
export function createFunction(
  scope: Construct,
  id: FunctionId,
  { statements, environment, timeout, memorySize }: FunctionNeeds,
): LambdaFunction {
  const name = toPascalCase(id)
  const logGroup = new LogGroup(scope, `${name}Log`, {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  const writeLog = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    resources: [logGroup.logGroupArn],
  })
  const trace = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
    resources: ['*'],
  })
  const role = new Role(scope, `${name}Role`, {
    assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
    inlinePolicies: { access: new PolicyDocument({ statements: [writeLog, trace, ...statements] }) },
  })
  const created = new LambdaFunction(scope, name, {
    runtime: Runtime.NODEJS_24_X,
    architecture: Architecture.ARM_64,
    handler: 'index.handler',
    code: Code.fromAsset(`${bundles}/${id}`),
    memorySize: memorySize ?? 1024,
    timeout: timeout ?? Duration.millis(routeTimeoutMs),
    tracing: Tracing.ACTIVE,
    loggingFormat: LoggingFormat.JSON,
    logGroup,
    role: role.withoutPolicyUpdates(), // the role is complete, and the number of a template's resources is limited
    environment,
  })
  acknowledgeFunction(created, role)
  return created
}

function toPascalCase(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}
