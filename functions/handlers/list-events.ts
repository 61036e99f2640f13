import { formatEvent } from '../contract/event'
import { handleRead } from '../http/handle'
import { listEvents } from '../operations/log/list-events'
import { routes } from '../routes/log'

export const handler = handleRead(routes['list-events'], async ({ context, query }) => {
  const { events, cursor, hasMore } = await listEvents(context, query)
  return { body: { data: events.map(formatEvent), cursor, has_more: hasMore } }
})
