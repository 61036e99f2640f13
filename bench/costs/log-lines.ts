/** With each event, CloudWatch Logs stores so many bytes of its own. */
const eventBytes = 26

const requestId = '7c1d6f3e-52a8-4b0e-9f47-0c8e5a2b9d61'
const time = '2026-11-21T09:15:27.412Z'
const resource = '/transactions/{transaction_id}/reverse'
const companyId = 'cmp_01M7ZXXD8RFP2S0BDW4JB3ZGXS'
const keyId = 'key_01M7ZXXDJD7J6HJQ5V5WX5PSBK'
const name = 'Inventory-prod-CreateTransactions7B0D1C52-4hT9sKqLw2Zx'
const trace = 'Root=1-6920307f-4b1c5d7e8f90a1b2c3d4e5f6;Parent=35465b3a9e2f7c6a;Sampled=1;Lineage=1:a87bd80c:0'
const tracing = { spanId: '24cd7d670fa455f0', type: 'X-Amzn-Trace-Id', value: trace }

/** As long as such values become. API Gateway writes "-" for a value that there is not. */
const accessValues: Record<string, string> = {
  requestId,
  requestTime: '21/Nov/2026:09:15:27 +0000',
  'authorizer.company_id': companyId,
  'authorizer.key_id': keyId,
  httpMethod: 'POST',
  resourcePath: resource,
  status: '201',
  responseLatency: '1048',
  integrationLatency: '1031',
  responseLength: '20480',
  'error.responseType': '-',
  'integration.error': '-',
}

/** Throws for a variable whose length is not known here. */
export function countAccessBytes(format: string): number {
  return countBytes(
    format.replace(/\$context\.([\w.]+)/g, (_, variable: string) => {
      const value = accessValues[variable]
      if (value === undefined) throw new Error(`bench/costs/log-lines.ts has no value for $context.${variable}`)
      return value
    }),
  )
}

/** What Lambda writes for each invocation, as JSON at its level INFO; as long as for one that is traced. */
export const invocationBytes =
  countBytes({
    time,
    type: 'platform.start',
    record: { requestId, functionArn: makeArn(name), version: '$LATEST', tracing },
  }) +
  countBytes({
    time,
    type: 'platform.report',
    record: {
      requestId,
      metrics: {
        durationMs: 1031.482,
        billedDurationMs: 1032,
        memorySizeMB: 1024,
        maxMemoryUsedMB: 118,
        initDurationMs: 287.164,
      },
      tracing,
      status: 'success',
    },
  })

/** What Lambda writes when it starts a process. */
export const initBytes = countBytes({
  time,
  type: 'platform.initStart',
  record: {
    initializationType: 'on-demand',
    phase: 'init',
    runtimeVersion: 'nodejs:24.mainline.v12',
    runtimeVersionArn: `arn:aws:lambda:us-east-1::runtime:${'0'.repeat(64)}`,
    functionName: name,
    functionVersion: '$LATEST',
    instanceId: `2026/11/21/${name}[$LATEST]${'0'.repeat(32)}`,
    instanceMaxMemory: 1_073_741_824,
  },
})

const ownFields = {
  level: 'INFO',
  timestamp: time,
  service: 'inventory',
  sampling_rate: 0,
  xray_trace_id: trace.slice(5, 40),
}

/** Our line about a request that was refused. A job writes one as long about its work. */
export const ownLineBytes = countBytes({
  ...ownFields,
  message: 'answered with an error',
  request_id: requestId,
  company_id: companyId,
  key_id: keyId,
  route: `POST ${resource}`,
  status: 409,
  error_code: 'insufficient_stock',
})

/** One metric in the embedded format. */
export const metricBytes = countBytes({
  _aws: {
    Timestamp: Date.parse(time),
    CloudWatchMetrics: [
      { Namespace: 'Inventory-prod', Dimensions: [['service']], Metrics: [{ Name: 'CatalogueLoads', Unit: 'Count' }] },
    ],
  },
  service: 'inventory',
  CatalogueLoads: 1,
})

function makeArn(functionName: string): string {
  return `arn:aws:lambda:us-east-1:123456789012:function:${functionName}`
}

function countBytes(line: string | object): number {
  return Buffer.byteLength(typeof line === 'string' ? line : JSON.stringify(line)) + eventBytes
}
