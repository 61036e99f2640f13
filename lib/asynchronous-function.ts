import { Duration } from 'aws-cdk-lib'
import { EventInvokeConfig, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda'
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations'
import type { IQueue } from 'aws-cdk-lib/aws-sqs'
import { jobTimeoutMs } from '../functions/store/timing'
import type { JobId } from './entries'
import { allow, type CreateFunction, type FunctionNeeds } from './function'

/** Nothing waits for the function's result. An event that fails three times goes to `failures`. */
export function createAsynchronousFunction(
  createFunction: CreateFunction,
  id: JobId,
  needs: FunctionNeeds,
  failures: IQueue,
): LambdaFunction {
  const created = createFunction(id, {
    ...needs,
    statements: [...needs.statements, allow(['sqs:SendMessage'], failures.queueArn)],
    timeout: needs.timeout ?? Duration.millis(jobTimeoutMs),
  })
  new EventInvokeConfig(created, 'Failures', {
    function: created,
    onFailure: new SqsDestination(failures),
    retryAttempts: 2,
  })
  return created
}
