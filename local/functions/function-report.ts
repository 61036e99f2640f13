/** How a run of a function ended, as Lambda names it. */
type Status = 'success' | 'error' | 'failure' | 'timeout'

/** `errorType` is null where the function has answered. */
export type Run = { requestId: string; memory: number; durationMs: number; errorType: string | null }

/** The line that Lambda writes into the log of a function after each run, where its format is JSON. */
export function formatReport({ requestId, memory, durationMs, errorType }: Run, now: number): string {
  const metrics = { durationMs, billedDurationMs: Math.ceil(durationMs), memorySizeMB: memory }
  const record = { requestId, metrics, status: getStatus(errorType) }
  return JSON.stringify({ time: new Date(now).toISOString(), type: 'platform.report', record })
}

function getStatus(errorType: string | null): Status {
  if (errorType === null) return 'success'
  if (errorType === timedOut) return 'timeout'
  return errorType === exited ? 'failure' : 'error'
}

/** The types of errors of functions that ran out of time, whose process ended, or that could not begin. */
export const timedOut = 'Sandbox.Timedout'
export const exited = 'Runtime.ExitError'
export const throttled = 'Sandbox.Throttled'
