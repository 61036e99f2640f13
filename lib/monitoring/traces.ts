import { Names } from 'aws-cdk-lib'
import type { RestApi } from 'aws-cdk-lib/aws-apigateway'
import { CfnSamplingRule } from 'aws-cdk-lib/aws-xray'

/** X-Ray's limit. */
const maxNameLength = 32

/**
 * Traces this share of the API's requests. Without a rule, X-Ray would trace the first request of each second, which is
 * nearly all of them where there are few.
 */
export function createSamplingRule(api: RestApi, { stage, share }: { stage: string; share: number }): void {
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
