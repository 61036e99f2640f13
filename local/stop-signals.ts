import { constants } from 'node:os'

/**
 * A terminal sends Ctrl-C to npm and to its child, and npm passes it on: the child gets it twice within milliseconds. A
 * person who presses it again takes longer.
 */
const copyMs = 1_000

type StopSignal = 'SIGINT' | 'SIGTERM' | 'SIGHUP'

type Machine = {
  process: { on: (signal: StopSignal, listener: () => void) => unknown; exit: (status: number) => unknown }
  /** In milliseconds. */
  now: () => number
}

const thisMachine: Machine = { process, now: () => performance.now() }

/**
 * Calls `stop` at the first of these signals, once. The same signal again is a copy, which does nothing, or after a
 * second somebody's wish that this process ends at once.
 */
export function hearStopSignals(signals: StopSignal[], stop: () => void, { process, now } = thisMachine): void {
  const heard = new Map<StopSignal, number>()
  for (const signal of signals)
    process.on(signal, () => {
      const since = heard.get(signal)
      if (since === undefined) {
        heard.set(signal, now())
        if (heard.size === 1) stop()
      } else if (now() - since >= copyMs) process.exit(128 + constants.signals[signal])
    })
}
