import { createRequire } from 'node:module'
import { parentPort, workerData } from 'node:worker_threads'
import { type Guarded, guardDynamoDb } from '../rights/dynamodb-guard'

// Runs one function as Lambda would: loads its bundle once, then takes one event at a time.

/** `clock`: epoch milliseconds in a Float64, or 0 for the machine's clock. */
export type WorkerData = {
  bundle: string
  handler: string
  clock: SharedArrayBuffer | null
  debug: boolean
  guarded: Guarded
}

/** `payload`: the event, as JSON. `context`: what Lambda tells of the run. */
export type WorkerTask = { payload: string; context: { timeoutMs: number; [name: string]: unknown } }

/**
 * `payload`: the result, as JSON. Its body is apart: it is long, and a text already. The stack of an error goes to the
 * log alone, since an invocation becomes an answer.
 */
export type WorkerReply =
  | { payload: string; body?: string | undefined }
  | { error: { errorType: string; errorMessage: string }; stack?: string | undefined }

const { bundle, handler, clock, debug, guarded }: WorkerData = workerData

if (debug) process.setSourceMapsEnabled(true) // the bundle holds its source map

if (clock) {
  // Tests set the time for all functions at once.
  const set = new Float64Array(clock)
  const machine = Date.now
  Date.now = () => set[0] || machine()
}

guardDynamoDb(guarded)
const { [handler]: handle } = createRequire(bundle)(bundle)

parentPort?.on('message', async ({ payload, context }: WorkerTask) => {
  const deadline = performance.now() + context.timeoutMs
  const getRemainingTimeInMillis = () => deadline - performance.now()
  try {
    send(makeOutcome(await handle(JSON.parse(payload), { ...context, getRemainingTimeInMillis })))
  } catch (error) {
    send(makeFailure(error))
  }
})

function send(outcome: WorkerReply): void {
  parentPort?.postMessage(outcome)
}

function makeOutcome(result: { body?: unknown } | null | undefined): WorkerReply {
  if (typeof result?.body !== 'string') return { payload: JSON.stringify(result ?? null) }
  const { body, ...rest } = result
  return { payload: JSON.stringify(rest), body }
}

function makeFailure(thrown: unknown): WorkerReply {
  const { name = 'Error', message = String(thrown), stack } = (thrown ?? {}) as Partial<Error>
  return { error: { errorType: name, errorMessage: message }, stack }
}
