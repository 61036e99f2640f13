import { Aws, Duration, RemovalPolicy } from 'aws-cdk-lib'
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
import type { JobId } from './entries'
import { createGatewayResponses } from './gateway-responses'
import { createUsagePlans } from './usage-plans'

const version = 'v1'

/** Every route has a function and a method. Every other path and method leads to the function `not-found`. */
export function createApi(scope: Construct, functionFor: (id: RouteId | JobId) => LambdaFunction): RestApi {
  const api = createRestApi(scope)
  const authorizer = new TokenAuthorizer(scope, 'BearerKey', {
    handler: functionFor('authorizer'),
    resultsCacheTtl: Duration.seconds(300),
  })
  const options = { authorizer, authorizationType: AuthorizationType.CUSTOM, apiKeyRequired: true }
  const { 'not-found': fallback, ...others } = routes
  const notFound = makeIntegration(api, functionFor(fallback.id), fallback)
  const resources = new Set<IResource>([api.root])
  for (const route of Object.values<Route & { id: RouteId }>(others)) {
    const resource = api.root.resourceForPath(route.path)
    resource.addMethod(route.method, makeIntegration(api, functionFor(route.id), route), options)
    for (let part: IResource | undefined = resource; part; part = part.parentResource) resources.add(part)
  }
  resources.add(api.root.resourceForPath(fallback.path))
  for (const resource of resources) resource.addMethod(fallback.method, notFound, options)
  createGatewayResponses(api)
  createUsagePlans(scope, api.deploymentStage)
  acknowledgeApi(api)
  return api
}

function createRestApi(scope: Construct): RestApi {
  const accessLog = new LogGroup(scope, 'AccessLog', {
    retention: RetentionDays.THREE_MONTHS,
    removalPolicy: RemovalPolicy.DESTROY,
  })
  return new RestApi(scope, 'Api', {
    description: 'Inventory service',
    endpointTypes: [EndpointType.REGIONAL],
    apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    cloudWatchRole: true,
    deployOptions: {
      stageName: version,
      tracingEnabled: true,
      metricsEnabled: true,
      loggingLevel: MethodLoggingLevel.ERROR,
      accessLogDestination: new LogGroupLogDestination(accessLog),
      accessLogFormat: AccessLogFormat.jsonWithStandardFields(),
    },
  })
}

/**
 * Makes a Lambda proxy integration with one permission for the function, limited to this route. CDK's own integration
 * adds a second permission for the console's test button, and one for every method that leads to `not-found`.
 */
function makeIntegration(api: RestApi, target: LambdaFunction, { method, path }: Route): AwsIntegration {
  const [sourceMethod, sourcePath] = method === 'ANY' ? ['*', '/*'] : [method, path.replace(/\{[^}]+\}/g, '*')]
  target.addPermission('Api', {
    principal: new ServicePrincipal('apigateway.amazonaws.com'),
    sourceArn: api.arnForExecuteApi(sourceMethod, sourcePath, version),
  })
  const invocation = `2015-03-31/functions/${target.functionArn}/invocations`
  return new AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: invocation,
    region: Aws.REGION,
    integrationHttpMethod: 'POST',
  })
}
