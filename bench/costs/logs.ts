import type { Bill } from './bill'
import { countAccessBytes } from './log-lines'
import type { StackParts } from './stack-parts'

/** Logs are kept for three months. */
const monthsKept = 3

/** Logs of so many bytes: ingested once, stored until they are forgotten. */
export function makeLogBill(bytes: number): Bill {
  return { logGb: bytes / 1e9, logGbMonth: (monthsKept * bytes) / 1e9 }
}

/** What API Gateway logs and traces of one request. */
export function makeGatewayLogs({ requestLogFormat, traceShare }: StackParts): Bill {
  return { ...makeLogBill(requestLogFormat === null ? 0 : countAccessBytes(requestLogFormat)), trace: traceShare }
}
