import { Aws, CfnOutput, Stack, Tags } from 'aws-cdk-lib'
import { Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import type { Construct } from 'constructs'
import { planTag, stackTag } from '../../functions/domain/companies/gateway-key'
import { type Plan, planNames, plans } from '../../functions/domain/companies/plan'
import { allow, type Functions } from '../functions'

/** The throttle in front of the meter, in requests a second and burst. It never refuses what the meter would admit. */
const throttle: Record<Plan, { rateLimit: number; burstLimit: number }> = {
  starter: { rateLimit: 10, burstLimit: 600 },
  professional: { rateLimit: 50, burstLimit: 3_000 },
  enterprise: { rateLimit: 170, burstLimit: 5_000 },
}

/** Creates one usage plan for each plan. Its id is an output, which the key tool uses to add keys to it. */
export function createUsagePlans(scope: Construct, stage: Stage): void {
  for (const plan of planNames) {
    const name = plan.charAt(0).toUpperCase() + plan.slice(1)
    const { perDay } = plans[plan]
    const usagePlan = new UsagePlan(scope, `${name}Plan`, {
      description: `Keys of companies on the ${name} plan`,
      throttle: throttle[plan],
      ...(perDay === null ? {} : { quota: { limit: 2 * perDay, period: Period.DAY } }),
      apiStages: [{ api: stage.restApi, stage }],
    })
    Tags.of(usagePlan).add(stackTag, Stack.of(scope).stackName)
    Tags.of(usagePlan).add(planTag, plan)
    new CfnOutput(scope, `${name}PlanId`, { value: usagePlan.usagePlanId })
  }
}

/**
 * Gives what the functions need that make and remove keys at API Gateway's control plane, and no other. They may make
 * keys with the stack's tag alone, and delete such. They find usage plans by tag: those are made later.
 */
export function giveKeyRights(scope: Construct, functions: Functions): void {
  const stack = Stack.of(scope).stackName
  const at = (path: string) => `arn:${Aws.PARTITION}:apigateway:${Aws.REGION}::${path}`
  const allowWhere = (action: string, path: string, key: string) =>
    new PolicyStatement({
      effect: Effect.ALLOW,
      actions: [action],
      resources: [at(path)],
      conditions: { StringEquals: { [`aws:${key}/${stackTag}`]: stack } },
    })
  functions.give(['create-key'], {
    statements: [
      allowWhere('apigateway:POST', '/apikeys', 'RequestTag'),
      allowWhere('apigateway:PUT', '/tags/*', 'RequestTag'), // as API Gateway asks for where a key is made with tags
      allow(['apigateway:GET'], at('/usageplans')),
      allow(['apigateway:POST'], at('/usageplans/*/keys')),
    ],
  })
  // What comes halfway is removed by the function that made it.
  functions.give(['create-key', 'revoke-key', 'remove-person', 'remove-orphaned-gateway-keys'], {
    statements: [
      allow(['apigateway:GET'], at('/apikeys')),
      allowWhere('apigateway:DELETE', '/apikeys/*', 'ResourceTag'),
    ],
    environment: { STACK_NAME: stack },
  })
}
