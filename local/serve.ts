import { createServer, type RequestListener } from 'node:http'
import { listen } from './listen'

export type Served = { endpoint: string; stop: () => Promise<void> }

/** Answers requests on this machine only, at any free port, until it is stopped. */
export async function serve(answer: RequestListener): Promise<Served> {
  const server = createServer(answer)
  const endpoint = `http://127.0.0.1:${await listen(server)}`
  const stop = async () => {
    server.close()
    server.closeAllConnections()
  }
  return { endpoint, stop }
}
