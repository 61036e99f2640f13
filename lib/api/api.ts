import { Aws, Duration, Names, Size, Stack } from 'aws-cdk-lib'
import * as gateway from 'aws-cdk-lib/aws-apigateway'
import { type IRole, PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import type { IFunction } from 'aws-cdk-lib/aws-lambda'
import type { LogGroup } from 'aws-cdk-lib/aws-logs'
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray'
import type { Construct } from 'constructs'
import { keyPrefixes, secretAndChecksumLength } from '../../functions/domain/companies/api-key'
import { type Route, type RouteId, routes } from '../../functions/routes'
import { acknowledge, acknowledgeStage } from '../acknowledgements'
import { pagesId } from '../entries'
import type { Functions } from '../functions'
import { requestLogFormat } from '../monitoring/logs'
import type { Switches } from '../switches'
import { createGatewayResponses } from './gateway-responses'
import { addPublicMethods, listPublicMethods, makePublicMethodOptions } from './pages'
import { createUsagePlans } from './usage-plans'

export const version = 'v1'

/** Bytes of an answer from which API Gateway compresses it: see docs/decisions/0047-the-dashboard.md. */
const compressedFrom = 8 * 1024

type ApiOptions = {
  switches: Switches
  /** Null where no request log is kept. */
  requestLog: LogGroup | null
}

/**
 * Every route has a function and a method. The first method of a path is ANY in the template: its function also gets
 * the methods that the path lacks, and refuses them. Every other path leads to the function `not-found`. See
 * docs/decisions/0064-fewer-resources.md.
 */
export function createApi(
  scope: Construct,
  functions: Functions,
  { switches, requestLog }: ApiOptions,
): gateway.RestApi {
  const api = createRestApi(scope, switches, requestLog)
  const invokers = createInvokers(scope)
  const handler = functions.create('authorizer')
  const authorizer = new gateway.TokenAuthorizer(scope, 'BearerKey', {
    handler,
    assumeRole: invokers.permit('GET', handler),
    resultsCacheTtl: Duration.seconds(300),
    validationRegex: makeCredentialExpression(switches),
  })
  const options = { authorizer, authorizationType: gateway.AuthorizationType.CUSTOM, apiKeyRequired: true }
  const { 'not-found': fallback, ...others } = routes
  const complete = new Set<gateway.IResource>()
  for (const route of Object.values<Route & { id: RouteId }>(others)) {
    if ((route.needsEvents && !switches.events) || (route.needsPeople && !switches.people)) continue
    const resource = api.root.resourceForPath(route.path)
    const method = complete.has(resource) ? route.method : 'ANY'
    resource.addMethod(method, integrate(invokers, route.method, functions.create(route.id)), options)
    complete.add(resource)
  }
  if (listPublicMethods(switches).length > 0) {
    const pages = functions.create(pagesId)
    addPublicMethods(api, switches, (method) => integrate(invokers, method, pages))
  }
  const notFound = integrate(invokers, fallback.method, functions.create(fallback.id))
  api.root.resourceForPath(fallback.path)
  for (const resource of listResources(api.root))
    if (!complete.has(resource)) resource.addMethod('ANY', notFound, options)
  createGatewayResponses(api, switches.url)
  createUsagePlans(scope, api.deploymentStage)
  acknowledge(api, 'api')
  return api
}

/** A resource and all below it. */
function listResources(resource: gateway.IResource): gateway.IResource[] {
  const children = resource.node.children.filter(
    (child): child is gateway.Resource => child instanceof gateway.Resource,
  )
  return [resource, ...children.flatMap(listResources)]
}

/** Its name is that of the stack: it is a dimension of API Gateway's metrics, so that each stage has its own. */
function createRestApi(scope: Construct, switches: Switches, requestLog: LogGroup | null): gateway.RestApi {
  const api = new gateway.RestApi(scope, 'Api', {
    restApiName: Stack.of(scope).stackName,
    description: 'Inventory service',
    endpointTypes: [gateway.EndpointType.REGIONAL],
    ...(!switches.defaultEndpoint && { disableExecuteApiEndpoint: true }),
    apiKeySourceType: gateway.ApiKeySourceType.AUTHORIZER,
    cloudWatchRole: true,
    minCompressionSize: Size.bytes(compressedFrom),
    deployOptions: {
      stageName: version,
      tracingEnabled: switches.traces > 0,
      metricsEnabled: switches.detailedMetrics,
      loggingLevel: gateway.MethodLoggingLevel.ERROR,
      ...(requestLog && {
        accessLogDestination: new gateway.LogGroupLogDestination(requestLog),
        accessLogFormat: requestLogFormat,
      }),
      methodOptions: makePublicMethodOptions(switches),
    },
  })
  api.node.tryRemoveChild('Endpoint') // CDK's own output of the URL, under a name that nobody can guess
  if (switches.traces > 0) createSamplingRule(api, { stage: version, share: switches.traces })
  acknowledgeStage(api.deploymentStage, switches)
  return api
}

/** X-Ray's limit. */
const maxNameLength = 32

/**
 * Traces this share of the API's requests. Without a rule, X-Ray would trace the first request of each second, which is
 * nearly all of them where there are few.
 */
function createSamplingRule(api: gateway.RestApi, { stage, share }: { stage: string; share: number }): void {
  new CfnSamplingRule(api, 'Sampling', {
    samplingRule: {
      ruleName: Names.uniqueResourceName(api, { maxLength: maxNameLength }),
      serviceName: `${api.restApiName}/${stage}`,
      serviceType: 'AWS::ApiGateway::Stage',
      fixedRate: share,
      reservoirSize: 0,
      priority: 1_000,
      host: '*',
      httpMethod: '*',
      urlPath: '*',
      resourceArn: '*',
      version: 1,
    },
  })
}

/** As RFC 7515 writes a signed token: three parts in base64url. */
const token = '[\\w-]+\\.[\\w-]+\\.[\\w-]+'

/**
 * What the whole `Authorization` header must be, before API Gateway asks the authorizer: of the form of an API key or,
 * with people, of a token. It refuses nothing that the authorizer accepts. API Gateway has Java's regular expressions,
 * the local runtime JavaScript's: it keeps to what both read alike.
 */
export function makeCredentialExpression({ people }: Pick<Switches, 'people'>): string {
  const key = `(?:${keyPrefixes.join('|')})[0-9A-Za-z]{${secretAndChecksumLength}}`
  const credential = people ? `(?:${key}|${token})` : key
  return `^[ \\t]*[Bb][Ee][Aa][Rr][Ee][Rr] +${credential}[ \\t]*$`
}

/** By what API Gateway invokes functions: `permit` returns the role that may invoke one. */
type Invokers = { permit: (method: string, target: IFunction) => IRole }

/**
 * Two roles in place of a permission for each function: the number of a template's resources is limited. They are two
 * since the policies of a role have at most 10 240 characters, which is some 85 functions.
 */
function createInvokers(scope: Construct): Invokers {
  const reads = createInvoker(scope, 'ReadInvoker')
  const changes = createInvoker(scope, 'ChangeInvoker')
  return {
    permit: (method, { functionArn }) => {
      const { role, statement } = method === 'GET' || method === 'HEAD' ? reads : changes
      statement.addResources(functionArn)
      return role
    },
  }
}

function createInvoker(scope: Construct, id: string) {
  const statement = new PolicyStatement({ actions: ['lambda:InvokeFunction'] })
  const role = new Role(scope, id, {
    description: 'API Gateway invokes functions of the API by it',
    assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
    inlinePolicies: { invoke: new PolicyDocument({ statements: [statement] }) },
  })
  return { role: role.withoutPolicyUpdates(), statement }
}

/** `method`: which of the roles invokes the function. */
function integrate({ permit }: Invokers, method: string, target: IFunction): gateway.AwsIntegration {
  return new gateway.AwsIntegration({
    service: 'lambda',
    proxy: true,
    path: `2015-03-31/functions/${target.functionArn}/invocations`,
    region: Aws.REGION,
    integrationHttpMethod: 'POST',
    options: { credentialsRole: permit(method, target) },
  })
}
