import type { IncomingMessage } from 'node:http'
import { engineer } from '../names'
import { type Access, isAllowed } from './iam'
import type { Statement } from './statement'

/** What the functions may do, by their names. */
export type Policies = Map<string, Statement[]>

/** Who has signed the request: a function has its name as the access key id. */
function readCaller({ headers }: IncomingMessage): string {
  return /Credential=([^/]+)\//.exec(headers.authorization ?? '')?.[1] ?? ''
}

/** Says in AWS's words why the call is refused, or returns null. The engineer may do everything. */
export function findDenial(incoming: IncomingMessage, policies: Policies, access: Access): string | null {
  const caller = readCaller(incoming)
  if (caller === engineer || isAllowed(policies.get(caller) ?? [], access)) return null
  return formatDenial(caller, access)
}

export function formatDenial(caller: string, { action, resource }: Access): string {
  return `User: ${caller} is not authorized to perform: ${action} on resource: ${resource}`
}
