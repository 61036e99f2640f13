import { EventBridgeClient, type EventBridgeClientConfig, PutEventsCommand } from '@aws-sdk/client-eventbridge'
import { clientLimits } from './client-limits'

/** What a bus gets. `detail` is JSON, `at` epoch milliseconds. */
export type BusEntry = { type: string; detail: string; at: number }

/**
 * Why a bus has not taken an entry. `blame`: the entry, which it will never take; the bus, which is busy or does not
 * let us in; or not known, since the bus has failed.
 */
export type BusRefusal = { code: string; message: string; blame: 'entry' | 'bus' | 'unknown' }

/** Puts entries on a bus. Returns null for each that was taken. Throws where the bus does not answer. */
export type PutEntries = (entries: BusEntry[]) => Promise<(BusRefusal | null)[]>

/** The source of our events on the bus. */
const eventSource = 'inventory'

/** By the code: see PutEventsResultEntry in the API reference of EventBridge. */
const blames: { [code: string]: BusRefusal['blame'] } = {
  InvalidArgument: 'entry',
  MalformedDetail: 'entry',
  RedactionFailure: 'entry',
  InternalFailure: 'unknown',
  InternalException: 'unknown',
}

/** Opens an EventBridge bus, by its name. */
export function openEventBus(EventBusName: string, config: EventBridgeClientConfig = {}): PutEntries {
  const client = new EventBridgeClient({ requestHandler: clientLimits, maxAttempts: 2, ...config })
  return async (entries) => {
    const Entries = entries.map(({ type, detail, at }) => ({
      EventBusName,
      Source: eventSource,
      DetailType: type,
      Detail: detail,
      Time: new Date(at),
    }))
    const answer = await client.send(new PutEventsCommand({ Entries }))
    return entries.map((_, index) => {
      const { ErrorCode: code, ErrorMessage: message = '' } = answer.Entries?.[index] ?? {}
      return code === undefined ? null : { code, message, blame: blames[code] ?? 'bus' }
    })
  }
}
