import * as cloudformation from '@aws-sdk/client-cloudformation'

/** What CloudFormation has left of a deployment: its type, and its physical id, which nothing of another stack has. */
export type Leftover = { type: string; id: string }

/** A stack whose first deployment has failed. `reasons`: why, a line each, the first one first. */
export type FailedStack = { arn: string; isProtected: boolean; reasons: string[]; leftovers: Leftover[] }

/** Throws an `Error` for a stack that is not there, that is under way, or that has ever worked. */
export async function readFailedStack(client: cloudformation.CloudFormationClient, name: string): Promise<FailedStack> {
  const { Stacks } = await client.send(new cloudformation.DescribeStacksCommand({ StackName: name }))
  const { StackId: arn = '', StackStatus: status = '', EnableTerminationProtection = false } = Stacks?.[0] ?? {}
  // An update that fails has another status: UPDATE_ROLLBACK_…
  if (status !== 'ROLLBACK_COMPLETE' && status !== 'ROLLBACK_FAILED')
    throw new Error(
      `the stack ${name} has the status ${status}: its first deployment has not failed, or is still under way. ` +
        'Nothing was changed',
    )
  const events: cloudformation.StackEvent[] = []
  for await (const { StackEvents = [] } of cloudformation.paginateDescribeStackEvents({ client }, { StackName: arn }))
    events.push(...StackEvents)
  return { arn, isProtected: EnableTerminationProtection, reasons: listReasons(events), leftovers: listLeft(events) }
}

/** Without what was broken off because something else had failed. */
function listReasons(events: cloudformation.StackEvent[]): string[] {
  return events
    .toReversed()
    .flatMap(({ LogicalResourceId, ResourceStatus = '', ResourceStatusReason: reason = '' }) => {
      const tells = /^(CREATE|DELETE)_FAILED$/.test(ResourceStatus) && !reason.startsWith('Resource creation cancelled')
      return tells ? [`${LogicalResourceId}: ${reason}`] : []
    })
}

/** What was to be deleted and was kept. Not what could not be made, since another stack had something of that name. */
function listLeft(events: cloudformation.StackEvent[]): Leftover[] {
  const foreign = events.filter(({ ResourceStatusReason: reason = '' }) => /already exist/i.test(reason))
  return events
    .filter(({ ResourceStatus }) => ResourceStatus === 'DELETE_SKIPPED')
    .map(({ ResourceType: type = '', PhysicalResourceId: id = '' }) => ({ type, id }))
    .filter(({ id }) => id !== '' && !foreign.some(({ PhysicalResourceId }) => PhysicalResourceId === id))
}
