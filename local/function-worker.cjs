// Runs one function as Lambda would: loads its bundle once, then takes one event at a time.
const { parentPort, workerData } = require('node:worker_threads')

const { bundle, handler, clock, debug } = workerData

if (debug) process.setSourceMapsEnabled(true) // the bundle holds its source map

if (clock) {
  // Tests set the time (epoch milliseconds) for all functions at once; 0 is the machine's.
  const set = new Float64Array(clock)
  const machine = Date.now
  Date.now = () => set[0] || machine()
}

const { [handler]: handle } = require(bundle)

parentPort.on('message', async ({ event, context }) => {
  const deadline = performance.now() + context.timeoutMs
  try {
    const getRemainingTimeInMillis = () => deadline - performance.now()
    const result = await handle(event, { ...context, getRemainingTimeInMillis })
    parentPort.postMessage({ result: result === undefined ? null : JSON.parse(JSON.stringify(result)) })
  } catch (error) {
    parentPort.postMessage({
      error: { errorType: error?.name ?? 'Error', errorMessage: error?.message ?? String(error) },
      stack: error?.stack,
    })
  }
})
