let signal: AbortSignal | null = null

/** A signal that Ctrl-C, a request to terminate or a closed terminal aborts, so that a command ends with its report. */
export function listenForStop(): AbortSignal {
  signal ??= listen()
  return signal
}

function listen(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('Stopped.'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  process.once('SIGHUP', stop)
  return controller.signal
}
