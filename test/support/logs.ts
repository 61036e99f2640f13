import { text } from 'node:stream/consumers'
import { serve } from '../../local/serve'
import { formatResources, type StackResource } from './aws'

type LoggedLine = { group: string; stream: string; at: number; line: object }

/** Stands in for CloudFormation's list of a stack's resources, and for CloudWatch Logs. Each page has one line. */
export async function startLogsStandIn(resources: StackResource[]) {
  const lines: LoggedLine[] = []
  const filters: Record<string, unknown>[] = []
  const served = await serve(async (incoming, outgoing) => {
    const sent = await text(incoming)
    if (incoming.headers['x-amz-target'] !== 'Logs_20140328.FilterLogEvents')
      return outgoing.end(formatResources(resources))
    const filter = JSON.parse(sent)
    filters.push(filter)
    const found = lines.filter(({ group, at }) => group === filter.logGroupName && at >= filter.startTime)
    const page = Number(filter.nextToken ?? 0)
    const events = found.slice(page, page + 1).map(({ stream, at, line }) => {
      return { logStreamName: stream, timestamp: at, message: JSON.stringify(line) }
    })
    const next = page + 1 < found.length ? { nextToken: String(page + 1) } : {}
    outgoing.setHeader('content-type', 'application/x-amz-json-1.1')
    outgoing.end(JSON.stringify({ events, ...next }))
  })
  return { ...served, lines, filters }
}
