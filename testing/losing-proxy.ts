import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What becomes of a call: it passes, it arrives but its answer is lost, it never arrives, or it is refused for good. */
export type Fate = 'pass' | 'lose-answer' | 'lose-request' | 'refuse'

/** Stands between a client and the engine, and loses what `fate` says. */
export async function startLosingProxy(engine: string, fate: (operation: string) => Fate) {
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const decided = fate(String(incoming.headers['x-amz-target']).split('.')[1] ?? '')
    if (decided === 'lose-request') return outgoing.destroy()
    if (decided === 'refuse') return outgoing.writeHead(400).end('{"__type":"AccessDeniedException"}')
    const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers
    const answer = await fetch(engine, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: Buffer.concat(chunks),
    })
    const body = Buffer.from(await answer.arrayBuffer())
    if (decided === 'lose-answer') return outgoing.destroy()
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
    outgoing.end(body)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop }
}
