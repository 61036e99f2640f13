import { Duration, RemovalPolicy } from 'aws-cdk-lib'
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import type { RouteId } from '../functions/routes'
import { acknowledgeFunction } from './acknowledgements'
import { bundles, type JobId } from './entries'

export type FunctionNeeds = {
  statements: PolicyStatement[]
  environment: Record<string, string>
  timeout?: Duration
  memorySize?: number
}

/** The only place with Lambda defaults: one small function with its own log group and a role that holds just `statements`. */
export function routeFunction(
  scope: Construct,
  id: RouteId | JobId,
  { statements, environment, timeout, memorySize }: FunctionNeeds,
): LambdaFunction {
  const name = pascal(id)
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
    timeout: timeout ?? Duration.seconds(28), // API Gateway waits for 29
    tracing: Tracing.ACTIVE,
    loggingFormat: LoggingFormat.JSON,
    logGroup,
    role: role.withoutPolicyUpdates(), // it has all that it needs, and a template's resources are numbered
    environment,
  })
  acknowledgeFunction(created, role)
  return created
}

function pascal(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}
