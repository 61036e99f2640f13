import * as audit from '../contract/audit'
import * as event from '../contract/event'
import { nameRoutes, read } from './route'

export const routes = nameRoutes({
  'list-audit': read('/audit', 'List the audit log, newest first, as far back as the plan shows it', {
    query: audit.ListAudit,
    meterBeforeRunning: true,
    reply: audit.AuditList,
  }),
  'list-events': read('/events', 'List what has happened, oldest first: a feed that skips nothing', {
    query: event.ListEvents,
    reply: event.EventList,
    refuses: ['cursor_expired'],
  }),
})
