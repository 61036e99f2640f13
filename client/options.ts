export type ClientOptions = {
  /** Ends in the version, such as `https://api.example.com/v1`. */
  baseUrl: string
  /** The secret of the API key. Keep it on a server: it must not reach a browser. Null sends requests without a key. */
  apiKey: string | null
  /** How long one attempt may take. 35 000 milliseconds unless given: the service answers within 29 seconds. */
  timeoutMs?: number
  retry?: RetryOptions
  /** Is told before each wait. */
  onRetry?: (retry: Retry) => void
  /** The name and version of your program, for the header `User-Agent`. */
  program?: string
  /** In place of the global `fetch`. */
  fetch?: typeof fetch
}

/** How requests are sent again that had no answer, 429, or a status of 500 or above. */
export type RetryOptions = {
  /** How often a request is sent at most. 1 for no retries. 8 unless given. */
  maxAttempts?: number
  /** The random wait after attempt n is below this times 2 to the power of n, in milliseconds. 250 unless given. */
  backoffMs?: number
  /** A `Retry-After` beyond this is not waited for: the day's limit is used up. 65 000 milliseconds unless given. */
  maxWaitMs?: number
}

/** Why a request is sent again, and when. `status` is null where no answer came: `error` then says why. */
export type Retry = {
  method: string
  path: string
  attempt: number
  status: number | null
  error: Error | null
  waitMs: number
}

export type CallOptions = {
  /** Ends the call and its waits: the promise is rejected with the signal's reason. */
  signal?: AbortSignal
  /** How long one attempt may take, in milliseconds. */
  timeoutMs?: number
}

export type ChangeOptions = CallOptions & {
  /** Names the change for 24 hours: sent again under its key, it has one effect. A random one unless given. */
  idempotencyKey?: string
}

export type ConditionalOptions = ChangeOptions & {
  /** The `etag` of the item or order as it was read. Where it has changed since, the error is `version_conflict`. */
  ifMatch?: string
}
