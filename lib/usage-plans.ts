import { CfnOutput } from 'aws-cdk-lib'
import { Period, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway'
import type { Construct } from 'constructs'
import { type Plan, planNames, plans } from '../functions/domain/companies/plan'

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
    new CfnOutput(scope, `${name}PlanId`, { value: usagePlan.usagePlanId })
  }
}
