import { env } from '../env'
import { logger, reportError } from '../logger'
import { type DeliveryMessage, openDeliveriesQueue } from './deliveries-queue'

const send = openDeliveriesQueue(env.DELIVERIES_QUEUE_URL ?? '')

/** Sends the message about a new delivery. A failure is only logged: a row finds the delivery a minute later. */
export async function queueDelivery(message: DeliveryMessage): Promise<void> {
  try {
    const untaken = await send([{ message, delayMs: 0 }])
    if (untaken.length > 0) logger.warn('the queue has not taken a delivery', message)
  } catch (error) {
    logger.warn('a delivery could not be queued', { ...message, ...reportError(error) })
  }
}
