import {
  AuthorizationType,
  type Integration,
  type IResource,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { acknowledgePublicMethod } from './acknowledgements'
import type { Switches } from './switches'

/** What anybody may get without a key: the reference page, what it loads, and the OpenAPI document. */
export const publicPaths = ['/docs', '/docs/{file+}', '/openapi.json'] as const
type PublicPath = (typeof publicPaths)[number]

/** Usage plans do not count requests without a key. These limits of the stage hold for all callers together. */
const throttle: MethodDeploymentOptions = { throttlingRateLimit: 20, throttlingBurstLimit: 40 }

/** The settings of a method replace those of the stage, so they repeat what is to hold for every method. */
export function makePublicMethodOptions({
  detailedMetrics,
}: Pick<Switches, 'detailedMetrics'>): Record<string, MethodDeploymentOptions> {
  const options = { ...throttle, metricsEnabled: detailedMetrics, loggingLevel: MethodLoggingLevel.ERROR }
  return Object.fromEntries(publicPaths.map((path) => [`${path}/GET`, options]))
}

/** Adds a method without authorizer and key for each public path. Returns their resources. */
export function addPublicMethods(api: RestApi, integrate: (path: PublicPath) => Integration): IResource[] {
  return publicPaths.map((path) => {
    const resource = api.root.resourceForPath(path)
    const open = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false }
    acknowledgePublicMethod(resource.addMethod('GET', integrate(path), open))
    return resource
  })
}
