/** Of a request: what is sent, byte for byte. */
export type RawRequest = { method: string; path: string; body?: string; headers?: Record<string, string> }
/** `headers`: without those that differ from one answer to the next. */
export type RawAnswer = { status: number; headers: Record<string, string>; text: string }

/** They tell of the moment and the connection, not of what is stored. */
const passing = /^(x-request-id|x-ratelimit-.*|date|connection|keep-alive)$/

/** Sends requests once, with the key or token, and shows the bytes of the answers. */
export function makeRawClient(baseUrl: string, secret: string) {
  return async ({ method, path, body, headers = {} }: RawRequest): Promise<RawAnswer> => {
    const authorization = `Bearer ${secret}`
    const typed =
      body === undefined ? { headers } : { body, headers: { 'content-type': 'application/json', ...headers } }
    const answer = await fetch(`${baseUrl}${path}`, { method, ...typed, headers: { authorization, ...typed.headers } })
    const kept = [...answer.headers].filter(([name]) => !passing.test(name))
    return { status: answer.status, headers: Object.fromEntries(kept), text: await answer.text() }
  }
}
