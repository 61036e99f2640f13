import { InvokeCommand, LambdaClient } from '@aws-sdk/client-lambda'
import { env } from './env'
import { asError, logger } from './logger'

// What is left to a function of its own. Lambda keeps the event, tries again, and keeps what fails for good.

/** Asks for a new base of the company's catalogue. Lists are right without one, so that a failure is only logged. */
export async function requestCompaction(companyId: string): Promise<void> {
  const event = { company_id: companyId }
  await invoke('COMPACTION_FUNCTION', event).catch(warn('compaction could not be requested', event))
}

/** Has a restore run on. A failure is only logged: whoever asks how far it has come, and finds it stalled, asks again. */
export async function requestRestore(companyId: string, restoreId: string): Promise<void> {
  const event = { company_id: companyId, restore_id: restoreId }
  await invoke('RESTORE_FUNCTION', event).catch(warn('a restore could not be handed over', event))
}

/** Has the automatic snapshot of a company and a UTC day (`2026-03-14`) taken. */
export function requestDailySnapshot(companyId: string, date: string): Promise<void> {
  return invoke('SNAPSHOT_FUNCTION', { company_id: companyId, date })
}

function warn(what: string, event: object): (error: unknown) => void {
  return (error) => logger.warn(what, { ...event, error: asError(error) })
}

const lambda = new LambdaClient({})

async function invoke(variable: Exclude<keyof typeof env, 'TABLE_NAME'>, event: object): Promise<void> {
  const FunctionName = env[variable]
  if (FunctionName === undefined) throw new Error(`${variable} is not set`)
  const Payload = Buffer.from(JSON.stringify(event))
  await lambda.send(new InvokeCommand({ FunctionName, InvocationType: 'Event', Payload }))
}
