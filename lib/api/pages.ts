import {
  AuthorizationType,
  type Integration,
  type MethodDeploymentOptions,
  MethodLoggingLevel,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway'
import { acknowledge } from '../acknowledgements'
import type { Switches } from '../switches'

/**
 * What anybody may get without a key: the dashboard, the reference page, what they load, and the OpenAPI document.
 * Monitors and generators ask with HEAD if they are there. A switch leaves out each part.
 */
export const publicMethods = [
  { part: 'docs', method: 'GET', path: '/docs' },
  { part: 'docs', method: 'HEAD', path: '/docs' },
  { part: 'docs', method: 'GET', path: '/docs/{file+}' },
  { part: 'docs', method: 'GET', path: '/openapi.json' },
  { part: 'docs', method: 'HEAD', path: '/openapi.json' },
  { part: 'people', method: 'GET', path: '/dashboard' },
  { part: 'people', method: 'GET', path: '/dashboard/{file+}' },
] as const
type PublicMethod = (typeof publicMethods)[number]

type Parts = Pick<Switches, PublicMethod['part']>

/** Those of a stack. */
export function listPublicMethods(parts: Parts): PublicMethod[] {
  return publicMethods.filter(({ part }) => parts[part])
}

/**
 * Usage plans do not count requests without a key. These limits of the stage hold for each method, for all callers
 * together. A browser asks for all parts of the dashboard at once, and keeps them.
 */
const throttles = {
  docs: { throttlingRateLimit: 20, throttlingBurstLimit: 40 },
  people: { throttlingRateLimit: 100, throttlingBurstLimit: 400 },
} satisfies { [Part in PublicMethod['part']]: MethodDeploymentOptions }

/** The settings of a method replace those of the stage, so they repeat what is to hold for every method. */
export function makePublicMethodOptions({
  detailedMetrics,
  ...parts
}: Parts & Pick<Switches, 'detailedMetrics'>): Record<string, MethodDeploymentOptions> {
  const common = { metricsEnabled: detailedMetrics, loggingLevel: MethodLoggingLevel.ERROR }
  const called = listPublicMethods(parts)
  return Object.fromEntries(
    called.map(({ part, method, path }) => [`${path}/${method}`, { ...throttles[part], ...common }]),
  )
}

/** Adds them, without authorizer and key. */
export function addPublicMethods(api: RestApi, parts: Parts, integrate: (method: string) => Integration): void {
  const open = { authorizationType: AuthorizationType.NONE, apiKeyRequired: false }
  for (const { method, path } of listPublicMethods(parts))
    acknowledge(api.root.resourceForPath(path).addMethod(method, integrate(method), open), 'publicMethod')
}
