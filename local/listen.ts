import { once } from 'node:events'
import type { Server } from 'node:net'

/** Makes the server listen on this machine only, at `port`, or at any free port if that is 0. Returns the port. */
export async function listen(server: Server, port = 0): Promise<number> {
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server listens at no port')
  return address.port
}
