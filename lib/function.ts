import { Duration } from 'aws-cdk-lib'
import { Effect, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import { Architecture, Code, Function as LambdaFunction, LoggingFormat, Runtime, Tracing } from 'aws-cdk-lib/aws-lambda'
import type { Construct } from 'constructs'
import { routeTimeoutMs } from '../functions/store/timing'
import { acknowledgeFunction, acknowledgeKeyMaker } from './acknowledgements'
import { bundles, type FunctionId } from './entries'
import { chooseLog, type Logs } from './monitoring/logs'

/** What a function may do, and the names that it is told. */
export type Needs = { statements: PolicyStatement[]; environment: Record<string, string> }

export type FunctionNeeds = Needs & {
  timeout?: Duration
  memorySize?: number
  /** The most runs at once, which are kept free for it. Null: as many as the account has. */
  concurrency?: number | null
}

export type CreateFunction = (id: FunctionId, needs: FunctionNeeds) => LambdaFunction

/** In the statements that `usage-plans.ts` makes. */
const controlPlaneWildcards: { [id in FunctionId]?: string[] } = {
  'create-key': ['/apikeys/*', '/tags/*', '/usageplans/*/keys'],
  'revoke-key': ['/apikeys/*'],
  'remove-dead-gateway-keys': ['/apikeys/*'],
}

/**
 * Makes what creates functions: each with a role of its own that has only its `statements`, logging and tracing. All
 * Lambda defaults are set here.
 */
export function makeCreateFunction(
  scope: Construct,
  { logs, traced }: { logs: Logs; traced: boolean },
): CreateFunction {
  return (id, { statements, environment, timeout, memorySize, concurrency = null }) => {
    const name = toPascalCase(id)
    const logGroup = chooseLog(logs, id)
    const writeLog = allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn)
    const trace = traced ? [allow(['xray:PutTraceSegments', 'xray:PutTelemetryRecords'], '*')] : []
    const role = new Role(scope, `${name}Role`, {
      assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
      inlinePolicies: { access: new PolicyDocument({ statements: [writeLog, ...trace, ...statements] }) },
    })
    const created = new LambdaFunction(scope, name, {
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      handler: 'index.handler',
      code: Code.fromAsset(`${bundles}/${id}`),
      memorySize: memorySize ?? 1024,
      timeout: timeout ?? Duration.millis(routeTimeoutMs),
      ...(concurrency !== null && { reservedConcurrentExecutions: concurrency }),
      tracing: traced ? Tracing.ACTIVE : Tracing.DISABLED,
      loggingFormat: LoggingFormat.JSON,
      logGroup,
      role: role.withoutPolicyUpdates(), // the role is complete, and the number of a template's resources is limited
      environment,
    })
    acknowledgeFunction(created, role, { traced })
    acknowledgeKeyMaker(role, controlPlaneWildcards[id] ?? [])
    return created
  }
}

export function allow(actions: string[], resource: string): PolicyStatement {
  return new PolicyStatement({ effect: Effect.ALLOW, actions, resources: [resource] })
}

export function toPascalCase(id: string): string {
  return id.replace(/(^|-)(\w)/g, (_, _dash, letter: string) => letter.toUpperCase())
}
