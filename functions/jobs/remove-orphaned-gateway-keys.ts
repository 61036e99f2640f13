import { setTimeout as sleep } from 'node:timers/promises'
import { manyGatewayKeys } from '../domain/companies/gateway-key'
import { observe } from '../metrics'
import { removeOrphanedKeys } from '../operations/keys/orphaned-keys'
import { env } from '../runtime/env'
import { openControlPlane } from '../runtime/gateway/control-plane'
import { readGatewayKeys, removeGatewayKey } from '../runtime/gateway/read-gateway-keys'
import { logger, reportError } from '../runtime/logger'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)
const client = openControlPlane()

/** Well within the function's time. What is left is for the next night. */
const workMs = 600_000
/** API Gateway deletes five keys a second of an account, and those who make and revoke keys come first. */
const pauseMs = 200

/** Removes API Gateway's keys of this stack that open nothing. Throws at the end where one could not be removed. */
export const handler = withMetrics(async (): Promise<void> => {
  const now = table.now()
  const { total, ours } = await readGatewayKeys(client, now)
  const { removed, ...figures } = await removeOrphanedKeys(
    table,
    ours.filter(({ stack }) => stack === env.STACK_NAME),
    {
      remove: (key) => removeGatewayKey(client, key),
      fail: ({ id }, error) => logger.error('a key could not be removed', { key_id: id, ...reportError(error) }),
      until: now + workMs,
      pause: () => sleep(pauseMs),
    },
  )
  const inUse = total - removed
  if (inUse >= manyGatewayKeys) observe('GatewayKeys', inUse)
  logger.info("API Gateway's keys were looked at", { in_use: inUse, removed, ...figures })
  if (figures.skipped > 0)
    logger.error('the table does not know most of the keys of this stack: is it the right table?', figures)
  if (figures.failed > 0) throw new Error(`${figures.failed} keys could not be removed: see the log.`)
})
