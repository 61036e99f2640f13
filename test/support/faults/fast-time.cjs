// Makes the timers of a function run ten times as fast, and its waits of seconds a hundred times, so that no test waits
// for seconds. The clock is left alone.
const timers = require('node:timers/promises')

const speed = 10
const { setTimeout: wait } = globalThis
const { setTimeout: sleep } = timers
const { timeout } = AbortSignal
const monotonic = performance.now.bind(performance)

globalThis.setTimeout = (run, ms, ...args) => wait(run, ms / speed, ...args)
timers.setTimeout = (ms, ...rest) => sleep(ms / (ms < 1_000 ? speed : 10 * speed), ...rest)
AbortSignal.timeout = (ms) => timeout.call(AbortSignal, Math.ceil(ms / speed))
performance.now = () => monotonic() * speed
