/**
 * What AWS publishes about its limits: the default quota of an account in a region, unless the text says otherwise.
 * From stored copies of the pages that are named, read on this day. Prices are in bench/costs/prices.ts.
 */
export const limitsOf = '2026-11-26'

/** AWS Lambda, "Lambda quotas", "Lambda scaling behavior" and "Configuring scaling behavior for SQS event sources". */
export const lambda = {
  /** Of all functions together. Can be raised to tens of thousands. */
  concurrency: 1_000,
  /** "New AWS accounts have reduced concurrency quotas". The page gives no number; accounts were seen with this one. */
  concurrencyOfNewAccount: 10,
  /** Of each function, in ten seconds. */
  newProcesses: 1_000,
  timeoutMs: 15 * 60_000,
  /** An event of an asynchronous invocation is tried three times: again after one minute, and after two more. */
  retryWaitsMs: [60_000, 120_000],
  /** So long it waits for free concurrency. Then it is dropped, or goes to a queue of failures. */
  eventAgeMs: 6 * 3_600_000,
  /** A queue is read by so many at first, and by so many more each minute. Pages of before 2024 say 60. */
  queueReaders: 5,
  newQueueReaders: 300,
  /** What `MaximumConcurrency` of a queue may be. */
  workers: { min: 2, max: 1_000 },
} as const

/** Amazon SQS, "Amazon SQS message quotas". */
export const sqs = {
  batch: 10,
  /** Received and not deleted, of one standard queue. Workers hold one message each. */
  inFlight: 120_000,
} as const

/** DynamoDB, "Understanding warm throughput in different scenarios" and "Quotas in Amazon DynamoDB". Units a second. */
export const dynamo = {
  partition: { reads: 3_000, writes: 1_000 },
  /** What a new table on demand carries at once. */
  table: { reads: 12_000, writes: 4_000 },
  /** The table is throttled above twice the peak that it had before, within so long. */
  doublingMs: 30 * 60_000,
  /** Of a table. Can be raised. */
  quota: 40_000,
} as const

/** API Gateway, "Amazon API Gateway quotas" and "Quotas for configuring and running a REST API". */
export const gateway = {
  /** Of all APIs together. 2 500 in the newer regions. Can be raised. */
  requestsPerSecond: 10_000,
  /** Cannot be raised. Each API key of ours is one of them; all people share one. */
  keys: 10_000,
  /** Calls that make or delete a key, a second. Cannot be raised. */
  keyCallsPerSecond: 5,
  /** Calls of all kinds that manage APIs, a second. Cannot be raised. */
  callsPerSecond: 10,
} as const
