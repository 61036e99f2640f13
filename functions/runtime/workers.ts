import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { env } from './env'
import { logger, reportError } from './logger'

// Starts workers. Lambda stores the event, retries it, and keeps an event that fails every time.

/** The base is made anew; null: all bases get deltas. Lists are right without, so a failure is only logged. */
export async function requestCompaction(companyId: string, base: string | null): Promise<void> {
  const event = { company_id: companyId, rebuilt: base }
  await invoke('COMPACTION_FUNCTION', event).catch(warn('compaction could not be requested', event))
}

/** A failure is only logged: a client that polls the restore and finds it stalled requests again. */
export async function requestRestore(companyId: string, restoreId: string): Promise<void> {
  const event = { company_id: companyId, restore_id: restoreId }
  await invoke('RESTORE_FUNCTION', event).catch(warn('a restore could not be handed over', event))
}

function warn(what: string, event: object): (error: unknown) => void {
  return (error) => logger.warn(what, { ...event, ...reportError(error) })
}

/** In milliseconds. Requests wait for it. */
const invokeTimeoutMs = 2_000
const limits = { connectionTimeout: invokeTimeoutMs, requestTimeout: invokeTimeoutMs, throwOnRequestTimeout: true }
const lambda = new LambdaClient({ requestHandler: limits })

async function invoke(variable: `${'COMPACTION' | 'RESTORE'}_FUNCTION`, event: object): Promise<void> {
  const FunctionName = env[variable]
  if (FunctionName === undefined) throw new Error(`${variable} is not set`)
  const Payload = Buffer.from(JSON.stringify(event))
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }))
}
