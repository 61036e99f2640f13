import { Duration } from 'aws-cdk-lib'
import { Effect, PolicyStatement } from 'aws-cdk-lib/aws-iam'
import { EventInvokeConfig, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import type { Construct } from 'constructs'
import { jobTimeoutMs } from '../functions/store/timing'
import type { JobId } from './entries'
import { createFunction, type FunctionNeeds } from './route-function'

/** Nothing waits for the function's result. An event that fails three times goes to `failures`. */
export function createAsynchronousFunction(
  scope: Construct,
  id: JobId,
  needs: FunctionNeeds,
  failures: IQueue,
): LambdaFunction {
  const sendFailures = new PolicyStatement({
    effect: Effect.ALLOW,
    actions: ['sqs:SendMessage'],
    resources: [failures.queueArn],
  })
  const created = createFunction(scope, id, {
    ...needs,
    statements: [...needs.statements, sendFailures],
    timeout: Duration.millis(jobTimeoutMs),
  })
  new EventInvokeConfig(created, 'Failures', {
    function: created,
    onFailure: new SqsDestination(failures),
    retryAttempts: 2,
  })
  return created
}
