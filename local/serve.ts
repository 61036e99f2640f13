import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { listen } from './listen'

export type Served = { endpoint: string; stop: () => Promise<void> }

/** Answers requests on this machine only, at the port, or at any free one, until it is stopped. */
export async function serve(answer: RequestListener | Server, port = 0): Promise<Served> {
  const server = typeof answer === 'function' ? createServer(answer) : answer
  const endpoint = `http://127.0.0.1:${await listen(server, port)}`
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { endpoint, stop }
}

/** As AWS's services do that speak JSON over REST. `error`: the type of a refusal. */
export function answerInRest(outgoing: ServerResponse, status: number, body: object, error?: string): void {
  const type = error === undefined ? {} : { 'x-amzn-errortype': error }
  outgoing.writeHead(status, { 'content-type': 'application/json', ...type })
  outgoing.end(JSON.stringify(body))
}
