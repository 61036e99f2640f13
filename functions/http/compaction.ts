import { invokeLater } from '../store/invoke'
import { env } from './env'
import { logger } from './logger'

/** Asks for a new base of the company's catalogue. Lists are right without one, so that a failure is only told. */
export async function requestCompaction(companyId: string): Promise<void> {
  if (env.COMPACTION_FUNCTION === undefined) throw new Error('COMPACTION_FUNCTION is not set')
  try {
    await invokeLater(env.COMPACTION_FUNCTION, { company_id: companyId })
  } catch (error) {
    logger.warn('compaction could not be requested', { company_id: companyId, error: error as Error })
  }
}
