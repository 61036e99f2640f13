/**
 * List prices of AWS on that day, in US dollars: on demand, the first tier. Those of CloudWatch, X-Ray and data
 * transfer are from stored copies of pages, which name no day.
 */
export const pricesOf = '2026-11-21, us-east-1'

/** What AWS bills, with the price of one. `Month`: of a month that it is there. A GB has 1e9 bytes here. */
export const prices = {
  /** Of a REST API, for the first 333 million a month. */
  gatewayRequest: 3.5e-6,
  lambdaRequest: 0.2e-6,
  /** On arm64. */
  lambdaGbSecond: 0.0000133334,
  readUnit: 0.125e-6,
  writeUnit: 0.625e-6,
  tableGbMonth: 0.25,
  /** Point-in-time recovery, by the size of the table. */
  backupGbMonth: 0.2,
  /** To the Internet. */
  transferGb: 0.09,
  /** Ingested. */
  logGb: 0.5,
  /** AWS bills logs compressed. Here they count as they were written, since it does not say how much that saves. */
  logGbMonth: 0.03,
  trace: 5e-6,
  /** An event of up to 64 KB on a bus of EventBridge. Reading a stream by Lambda is free. */
  busEvent: 1e-6,
  /** Of a standard queue. A call may have ten messages. */
  sqsRequest: 0.4e-6,
  secretMonth: 0.4,
  /** Of a user pool of Amazon Cognito, with the plan Essentials: one who signs in within a month, directly. */
  activePersonMonth: 0.015,
  secretRequest: 5e-6,
  /** Billed for each hour in which it is sent. */
  customMetricMonth: 0.3,
  alarmMetricMonth: 0.1,
  dashboardMonth: 3,
} as const

export type Billed = keyof typeof prices

/**
 * What an account never pays for, each month and for all its stacks together: without what is free for 12 months only.
 * The 5 GB of logs are for ingestion and storage; here they count for ingestion alone.
 */
export const alwaysFree: Partial<Record<Billed, number>> = {
  lambdaRequest: 1_000_000,
  lambdaGbSecond: 400_000,
  tableGbMonth: 25,
  activePersonMonth: 10_000,
  transferGb: 100,
  logGb: 5,
  trace: 100_000,
  sqsRequest: 1_000_000,
  customMetricMonth: 10,
  alarmMetricMonth: 10,
  dashboardMonth: 3,
}
