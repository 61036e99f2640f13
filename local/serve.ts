import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { listen } from './listen'

const ownHost = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/i

export type Served = { endpoint: string; stop: () => Promise<void> }

/** Answers requests on this machine only, at the port, or at any free one, until it is stopped. */
export async function serve(answer: RequestListener | Server, port = 0): Promise<Served> {
  const server = typeof answer === 'function' ? createServer(answerOwnHost(answer)) : answer
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { endpoint, stop }
}

/**
 * Requests to this machine's own names alone are answered. The name of a page elsewhere may lead here (DNS rebinding):
 * its browser would take this service for a part of that page.
 */
export function answerOwnHost(answer: RequestListener): RequestListener {
  return (incoming, outgoing) => {
    const { host = 'localhost' } = incoming.headers
    if (ownHost.test(host)) return answer(incoming, outgoing)
    const message = `This service answers at 127.0.0.1 and localhost alone, not at ${host}.`
    answerInRest(outgoing, 421, { error: { code: 'invalid_request', message, field: 'Host' } })
  }
}

/** As AWS's services do that speak JSON over REST. `error`: the type of a refusal. */
export function answerInRest(outgoing: ServerResponse, status: number, body: object, error?: string): void {
  const type = error === undefined ? {} : { 'x-amzn-errortype': error }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...type })
  outgoing.end(JSON.stringify(body))
}
