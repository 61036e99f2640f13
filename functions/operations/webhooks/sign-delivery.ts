import { createHmac } from 'node:crypto'

/** What is signed. `at`: epoch milliseconds. */
export type Signed = { eventId: string; at: number; body: string }

const secretPrefix = 'whsec_'

/** Signs as https://www.standardwebhooks.com says: once for each secret that receivers may have. */
export function signDelivery(secrets: string[], { eventId, at, body }: Signed): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const sign = (secret: string) => {
    const key = Buffer.from(secret.slice(secretPrefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${eventId}.${timestamp}.${body}`).digest('base64')}`
  }
  return { 'webhook-id': eventId, 'webhook-timestamp': timestamp, 'webhook-signature': secrets.map(sign).join(' ') }
}
