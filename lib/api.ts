import { Aws, Duration, RemovalPolicy, Size } from 'aws-cdk-lib'
import {
  AccessLogFormat,
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
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs'
import type { Construct } from 'constructs'
import { type Route, type RouteId, routes } from '../functions/routes'
import { acknowledgeApi } from './acknowledgements'
import { type FunctionId, referencePageId } from './entries'
import { createGatewayResponses } from './gateway-responses'
import { addPublicMethods, publicMethodOptions } from './reference-page'
import { createUsagePlans } from './usage-plans'

const version = 'v1'

/** Bytes of an answer from which API Gateway compresses it: see docs/decisions/0023-the-reference-page.md. */
const compressedFrom = 128 * 1024

export type ApiOptions = {
  functionFor: (id: FunctionId) => LambdaFunction
  /** Whether the reference page and the OpenAPI document are part of the API. */
  docs: boolean
}

/** Every route has a function and a method. Every other path and method leads to the function `not-found`. */
export function createApi(scope: Construct, { functionFor, docs }: ApiOptions): RestApi {
  const api = createRestApi(scope, docs)
  const authorizer = new TokenAuthorizer(scope, 'BearerKey', {
    handler: functionFor('authorizer'),
    resultsCacheTtl: Duration.seconds(300),
  })
  const options = { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true }
  const { 'not-found': fallback, ...others } = routes
  const notFound = integrateRoute(api, functionFor(fallback.id), fallback)
  const resources = new Set<IResource>([api.root])
  for (const route of Object.values<Route & { id: RouteId }>(others)) {
    const resource = api.root.resourceForPath(route.path)
    resource.addMethod(route.method, integrateRoute(api, functionFor(route.id), route), options)
    for (let part: IResource | undefined = resource; part; part = part.parentResource) resources.add(part)
  }
  if (docs) for (const resource of addReference(api, functionFor(referencePageId))) resources.add(resource)
  resources.add(api.root.resourceForPath(fallback.path))
  for (const resource of resources) resource.addMethod(fallback.method, notFound, options)
  createGatewayResponses(api)
  createUsagePlans(scope, api.deploymentStage)
  acknowledgeApi(api)
  return api
}

function createRestApi(scope: Construct, docs: boolean): RestApi {
  const accessLog = new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  return new RestApi(scope, 'Api', {
    description: 'Inventory service',
    endpointTypes: [EndpointType.REGIONAL],
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    cloudWatchRole: true,
    minCompressionSize: Size.bytes(compressedFrom),
    deployOptions: {
      stageName: version,
      tracingEnabled: true,
      metricsEnabled: true,
      loggingLevel: MethodLoggingLevel.ERROR,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
      ...(docs && { methodOptions: publicMethodOptions }),
    },
  })
}

function addReference(api: RestApi, target: LambdaFunction): IResource[] {
  return addPublicMethods(api, (path) => {
    permitCalls(api, target, { method: 'GET', path, permissionId: `Api${path}` })
    return makeIntegration(target)
  })
}

function integrateRoute(api: RestApi, target: LambdaFunction, { method, path }: Route): AwsIntegration {
  permitCalls(api, target, { method, path, permissionId: 'Api' })
  return makeIntegration(target)
}

type Calls = Pick<Route, 'method' | 'path'> & { permissionId: string }

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
