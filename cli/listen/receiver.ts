import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from '../../client'
import { listen } from '../../local/listen'

/** Many times the largest event. */
const maxBodyBytes = 1_048_576

export type Receiver = {
  /** Without it, requests get 503. It is known after the server listens, so that no delivery meets a closed port. */
  secret: string | null
  take: (event: WebhookEvent) => Promise<void>
  /** Told when the answer to an event is sent. */
  taken: () => void
  /** Told of requests that are refused. */
  refuse: (reason: string) => void
}

/** Listens on this machine only. Port 0 is any free one. Rejects where the port is in use. */
export async function openReceiver(port: number, receiver: Receiver): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => void answer(request, response, receiver))
  const url = `http://127.0.0.1:${await listen(server, port)}/`
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, close }
}

async function answer(request: IncomingMessage, response: ServerResponse, receiver: Receiver): Promise<void> {
  const status = await receive(request, receiver).catch((error: Error) => {
    receiver.refuse(error.message)
    return error instanceof WebhookVerificationError ? 400 : 500
  })
  response.writeHead(status).end(() => status === 204 && receiver.taken())
}

/** Returns the status of the answer. It is sent when the event is printed: what was not printed comes again. */
async function receive(request: IncomingMessage, receiver: Receiver): Promise<number> {
  if (request.method !== 'POST') return 405
  const body = await readBody(request)
  if (receiver.secret === null) return 503
  if (body === null) {
    receiver.refuse('The body is too long for an event.')
    return 413
  }
  await receiver.take(await verifyWebhook(body, request.headers, receiver.secret))
  return 204
}

/** Null where it is too long. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of request) {
    bytes += part.length
    if (bytes > maxBodyBytes) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}
