import type { Worker } from 'node:worker_threads'
import type { FunctionOptions } from '../../local/functions/function-pool'
import { WorkerLimit } from '../../local/functions/worker-limit'

const nowhere = { endpoint: '' }
export const noServices = {
  ...{ lambda: nowhere, sqs: nowhere, events: nowhere },
  ...{ apiGateway: nowhere, secrets: nowhere, ses: nowhere },
}

/** Of functions that call nobody, but for what `own` says. */
export function makeFunctionOptions(own: Partial<FunctionOptions>): FunctionOptions {
  const partitionKeys = { table: 'pk', indexes: {} }
  return {
    dynamodb: { engine: 'http://127.0.0.1:1', accessKeyId: '', partitionKeys },
    services: noServices,
    ...{ clock: null, preload: null, maps: null, debug: false, concurrency: 1 },
    ...{ onLog: () => {}, onReport: () => {}, now: Date.now },
    limit: new WorkerLimit<Worker>(10, 60_000),
    ...own,
  }
}
