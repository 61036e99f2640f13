/** List prices of AWS on that day, in US dollars: on demand, without free tiers. */
export const pricesOf = '2026-11-21, us-east-1'
export const prices = {
  /** A million requests to a REST API, for the first 333 million a month. */
  gatewayMillion: 3.5,
  /** A million invocations, and a GB-second on arm64. */
  lambdaMillion: 0.2,
  lambdaGbSecond: 0.0000133334,
  /** A million write request units, a million read request units, and a GB-month with point-in-time recovery. */
  writeMillion: 0.625,
  readMillion: 0.125,
  storageGbMonth: 0.25 + 0.2,
  /** A GB of logs ingested. An access log line and a function's report take about 1 KB a request. */
  logsGb: 0.5,
} as const

const functionGb = 1
const logGbPerMillion = 1

/** What one request needs. `ms` is how long its function runs, in milliseconds. */
export type Usage = { reads: number; writes: number; ms: number }

export function computeDollarsPerMillion({ reads, writes, ms }: Usage): number {
  const { gatewayMillion, lambdaMillion, lambdaGbSecond, readMillion, writeMillion, logsGb } = prices
  const compute = 1_000_000 * (ms / 1_000) * functionGb * lambdaGbSecond
  return (
    gatewayMillion + lambdaMillion + compute + reads * readMillion + writes * writeMillion + logGbPerMillion * logsGb
  )
}
