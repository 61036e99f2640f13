// Makes the waits of a function short, so that no test waits for seconds: a wait ends after a tenth of its time, and
// the monotonic clock skips the rest. Between waits, that clock goes as it does anywhere: a machine that stalls is not
// ten times as slow. The wall clock is left alone.
const timers = require('node:timers/promises')
const { threadId } = require('node:worker_threads')

const speed = 10
/** Waits of seconds are shorter still. In milliseconds. */
const long = { from: 1_000, speed: 10 * speed }
const { setTimeout: wait, clearTimeout: clear } = globalThis
const { setTimeout: sleep } = timers
const monotonic = performance.now.bind(performance)

let skipped = 0
performance.now = () => monotonic() + skipped

/** When the wait is over, by the clock that skips. */
function plan(ms) {
  const due = performance.now() + ms
  return () => {
    skipped += Math.max(0, due - performance.now())
  }
}

timers.setTimeout = async (ms, ...rest) => {
  const skip = plan(ms)
  const slept = await sleep(ms / (ms < long.from ? speed : long.speed), ...rest)
  skip()
  return slept
}

/** Time limits of calls are such timers. One expires only when the engine has answered what it was asked. */
globalThis.setTimeout = (run, ms = 0, ...args) => {
  const skip = plan(ms)
  const end = () => {
    cleared.add(timer)
    skip()
    run(...args)
  }
  const timer = wait(() => (ms < long.from ? end() : endWhereEngineAnswers(timer, ms / speed, end)), ms / speed)
  return timer
}

const cleared = new WeakSet()
globalThis.clearTimeout = (timer) => {
  if (typeof timer === 'object' && timer !== null) cleared.add(timer)
  clear(timer)
}

AbortSignal.timeout = (ms) => {
  const controller = new AbortController()
  setTimeout(() => controller.abort(new DOMException('The operation timed out', 'TimeoutError')), ms).unref()
  return controller.signal
}

let questions = 0
const calls = new BroadcastChannel('calls of the engine')
calls.unref()
const asked = new Map()
calls.onmessage = ({ data: { answered } }) => {
  asked.get(answered)?.()
  asked.delete(answered)
}

/** Asks the proxy in front of the engine. Its own answer may overtake that of a call. */
function endWhereEngineAnswers(timer, ms, end) {
  const question = `${threadId} ${++questions}`
  asked.set(question, () => wait(() => cleared.has(timer) || end(), ms))
  calls.postMessage({ question })
}
