import { Aws, Duration, Size, Stack } from 'aws-cdk-lib'
import {
  ApiKeySourceType,
  AuthorizationType,
  AwsIntegration,
  EndpointType,
  type IResource,
  LogGroupLogDestination,
  MethodLoggingLevel,
  RestApi,
  TokenAuthorizer,
} from 'aws-cdk-lib/aws-apigateway'
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type Route, type RouteId, routes } from '../functions/routes'
import { acknowledgeApi, acknowledgeStage } from './acknowledgements'
import { makeCredentialExpression } from './credentials'
import { type FunctionId, pagesId } from './entries'
import { createGatewayResponses } from './gateway-responses'
import { accessLogFormat } from './monitoring/logs'
import { createSamplingRule } from './monitoring/traces'
import { addPublicMethods, listPublicMethods, makePublicMethodOptions } from './pages'
import type { Switches } from './switches'
import { createUsagePlans } from './usage-plans'

export const version = 'v1'

/** Bytes of an answer from which API Gateway compresses it: see docs/decisions/0047-the-dashboard.md. */
const compressedFrom = 8 * 1024

export type ApiOptions = {
  functionFor: (id: FunctionId) => LambdaFunction
  switches: Switches
  /** Null where no access log is kept. */
  accessLog: LogGroup | null
}

/** Every route has a function and a method. Every other path and method leads to the function `not-found`. */
export function createApi(scope: Construct, { functionFor, switches, accessLog }: ApiOptions): RestApi {
  const api = createRestApi(scope, switches, accessLog)
  const authorizer = new TokenAuthorizer(scope, 'BearerKey', {
    handler: functionFor('authorizer'),
    resultsCacheTtl: Duration.seconds(300),
    validationRegex: makeCredentialExpression(switches),
  })
  const options = { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true }
  const { 'not-found': fallback, ...others } = routes
  const notFound = integrateRoute(api, functionFor(fallback.id), fallback)
  const resources = new Set<IResource>([api.root])
  for (const route of Object.values<Route & { id: RouteId }>(others)) {
    if ((route.needsEvents && !switches.events) || (route.needsPeople && !switches.people)) continue
    const resource = api.root.resourceForPath(route.path)
    resource.addMethod(route.method, integrateRoute(api, functionFor(route.id), route), options)
    for (let part: IResource | undefined = resource; part; part = part.parentResource) resources.add(part)
  }
  if (listPublicMethods(switches).length > 0)
    for (const resource of addPages(api, switches, functionFor(pagesId))) resources.add(resource)
  resources.add(api.root.resourceForPath(fallback.path))
  for (const resource of resources) resource.addMethod(fallback.method, notFound, options)
  createGatewayResponses(api)
  createUsagePlans(scope, api.deploymentStage)
  acknowledgeApi(api)
  return api
}

/** Its name is that of the stack: it is a dimension of API Gateway's metrics, so that each stage has its own. */
function createRestApi(scope: Construct, switches: Switches, accessLog: LogGroup | null): RestApi {
  const api = new RestApi(scope, 'Api', {
    restApiName: Stack.of(scope).stackName,
    description: 'Inventory service',
    endpointTypes: [EndpointType.REGIONAL],
    ...(!switches.defaultEndpoint && { disableExecuteApiEndpoint: true }),
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    cloudWatchRole: true,
    minCompressionSize: Size.bytes(compressedFrom),
    deployOptions: {
      stageName: version,
      tracingEnabled: switches.traces > 0,
      metricsEnabled: switches.detailedMetrics,
      loggingLevel: MethodLoggingLevel.ERROR,
      ...(accessLog && { accessLogDestination: new LogGroupLogDestination(accessLog), accessLogFormat }),
      methodOptions: makePublicMethodOptions(switches),
    },
  })
  api.node.tryRemoveChild('Endpoint') // CDK's own output of the URL, under a name that nobody can guess
  if (switches.traces > 0) createSamplingRule(api, { stage: version, share: switches.traces })
  acknowledgeStage(api.deploymentStage, switches)
  return api
}

function addPages(api: RestApi, switches: Switches, target: LambdaFunction): IResource[] {
  return addPublicMethods(api, switches, ({ method, path }) => {
    permitCalls(api, target, { method, path, permissionId: `Api${method === 'GET' ? '' : method}${path}` })
    return makeIntegration(target)
  })
}

function integrateRoute(api: RestApi, target: LambdaFunction, { method, path }: Route): AwsIntegration {
  permitCalls(api, target, { method, path, permissionId: 'Api' })
  return makeIntegration(target)
}

type Calls = { method: Route['method'] | 'HEAD'; path: string; permissionId: string }

/**
 * Adds one permission for the function, limited to this route. CDK's own integration adds a second one for the
 * console's test button, and one for every method that leads to `not-found`.
 */
function permitCalls(api: RestApi, target: LambdaFunction, { method, path, permissionId }: Calls): void {
  const [sourceMethod, sourcePath] = method === 'ANY' ? ['*', '/*'] : [method, path.replace(/\{[^}]+\}/g, '*')]
  target.addPermission(permissionId, {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: api.arnForExecuteApi(sourceMethod, sourcePath, version),
  })
}

function makeIntegration(target: LambdaFunction): AwsIntegration {
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${target.functionArn}/invocations`,
    region: Aws.REGION,
    integrationHttpMethod: 'POST',
  })
}
