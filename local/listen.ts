import { once } from 'node:events'
import type { Server } from 'node:net'

/** Another process listens there. */
export class PortInUseError extends Error {
  constructor(readonly port: number) {
    super(`port ${port} is in use`)
  }
}

/**
 * Makes the server listen on this machine only, at `port`, or at any free port if that is 0. Returns the port. Throws a
 * `PortInUseError`.
 */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening').catch((error) => {
    throw error.code === 'EADDRINUSE' ? new PortInUseError(port) : error
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens at no port')
  return address.port
}
