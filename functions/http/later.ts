import { invokeLater } from '../store/invoke'
import { env } from './env'
import { logger } from './logger'

// What is left to a function of its own. Lambda keeps the event, tries again, and keeps what fails for good.

/** Asks for a new base of the company's catalogue. Lists are right without one, so that a failure is only told. */
export async function requestCompaction(companyId: string): Promise<void> {
  const event = { company_id: companyId }
  await invoke('COMPACTION_FUNCTION', event).catch(told('compaction could not be requested', event))
}

/** Has a restore run on. A failure is only told: whoever asks how far it has come, and finds it stalled, asks again. */
export async function runRestoreLater(companyId: string, restoreId: string): Promise<void> {
  const event = { company_id: companyId, restore_id: restoreId }
  await invoke('RESTORE_FUNCTION', event).catch(told('a restore could not be handed over', event))
}

/** Has the automatic snapshot of a company and a UTC day (`2026-03-14`) taken. */
export function takeDailySnapshotLater(companyId: string, date: string): Promise<void> {
  return invoke('SNAPSHOT_FUNCTION', { company_id: companyId, date })
}

function told(what: string, event: object): (error: Error) => void {
  return (error) => logger.warn(what, { ...event, error })
}

async function invoke(variable: Exclude<keyof typeof env, 'TABLE_NAME'>, event: object): Promise<void> {
  const name = env[variable]
  if (name === undefined) throw new Error(`${variable} is not set`)
  await invokeLater(name, event)
}
