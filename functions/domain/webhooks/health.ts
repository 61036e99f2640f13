import type { Attempt } from './delivery'
import type { Webhook } from './webhook'

/** `failures`: since the last success. `failing_since`: when the first of them was, in epoch milliseconds. */
export type Health = { failures: number; failing_since?: number | undefined }

type DisabledReason = NonNullable<Webhook['disabled_reason']>

/** Five days in which nothing but failures came back. */
export const failingDisablesMs = 5 * 86_400_000
const goneStatus = 410

export function isSuccess({ status_code }: Pick<Attempt, 'status_code'>): boolean {
  return status_code !== null && status_code >= 200 && status_code < 300
}

/** Why a webhook is disabled after this attempt, at `now`. Null: it is not. */
export function chooseDisabling(
  { failing_since }: Health,
  attempt: Pick<Attempt, 'status_code'>,
  now: number,
): DisabledReason | null {
  if (attempt.status_code === goneStatus) return 'gone'
  return !isSuccess(attempt) && now - (failing_since ?? now) >= failingDisablesMs ? 'failing' : null
}
