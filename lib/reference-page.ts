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

/**
 * What anybody may get without a key: the reference page, what it loads, and the OpenAPI document. Monitors and
 * generators ask with HEAD if they are there.
 */
export const publicMethods = [
  { method: 'GET', path: '/docs' },
  { method: 'HEAD', path: '/docs' },
  { method: 'GET', path: '/docs/{file+}' },
  { method: 'GET', path: '/openapi.json' },
  { method: 'HEAD', path: '/openapi.json' },
] as const
type PublicMethod = (typeof publicMethods)[number]

/** Usage plans do not count requests without a key. These limits of the stage hold for all callers together. */
const throttle: MethodDeploymentOptions = { throttlingRateLimit: 20, throttlingBurstLimit: 40 }

/** The settings of a method replace those of the stage, so they repeat what is to hold for every method. */
export function makePublicMethodOptions({
  detailedMetrics,
}: Pick<Switches, 'detailedMetrics'>): Record<string, MethodDeploymentOptions> {
  const options = { ...throttle, metricsEnabled: detailedMetrics, loggingLevel: MethodLoggingLevel.ERROR }
  return Object.fromEntries(publicMethods.map(({ method, path }) => [`${path}/${method}`, options]))
}

/** Adds them, without authorizer and key. Returns their resources. */
export function addPublicMethods(api: RestApi, integrate: (method: PublicMethod) => Integration): IResource[] {
  return publicMethods.map((called) => {
    const resource = api.root.resourceForPath(called.path)
    const open = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false }
    acknowledgePublicMethod(resource.addMethod(called.method, integrate(called), open))
    return resource
  })
}
