/** A signal that Ctrl-C or a request to terminate aborts, so that a command ends with its report. */
export function listenForStop(): AbortSignal {
  const controller = new AbortController()
  const stop = () => controller.abort(new Error('Stopped.'))
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  return controller.signal
}
