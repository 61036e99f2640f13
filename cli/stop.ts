import { hearStopSignals } from '../local/stop-signals'

let signal: AbortSignal | null = null

/** A signal that Ctrl-C, a request to terminate or a closed terminal aborts, so that a command ends with its report. */
export function listenForStop(): AbortSignal {
  signal ??= listen()
  return signal
}

function listen(): AbortSignal {
  const controller = new AbortController()
  hearStopSignals(['SIGINT', 'SIGTERM', 'SIGHUP'], () => controller.abort(new Error('Stopped.')))
  return controller.signal
}
