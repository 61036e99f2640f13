import { setTimeout as sleep } from 'node:timers/promises'

/** A request, and what it was answered. `requestId` is null where the answer has none. */
export type Exchange = { request: string; status: number; requestId: string | null; headers: Headers }

/** A minute, and what clocks differ by. The limit of a day is not waited for. */
const maxWaitMs = 65_000
/** The service answers within 29 seconds. */
const answerWithinMs = 35_000
/** How often a request is sent that is refused with 429. */
const maxAttempts = 10
/** How long a request may take with all that it waits for. */
export const maxMs = maxAttempts * (maxWaitMs + answerWithinMs)

/** Sends requests one after the other, within the limits of the plan. Keeps what the last one was answered. */
export class Exchanges {
  last: Exchange | null = null
  /** How long the requests since `begin` have taken together. */
  ms = 0

  /** `note` is told of waits. `wait` waits for milliseconds, and throws to end them. */
  constructor(
    private readonly note: (text: string) => void,
    private readonly wait: (ms: number) => Promise<unknown> = sleep,
    private readonly send: typeof fetch = fetch,
  ) {}

  begin(): void {
    this.last = null
    this.ms = 0
  }

  /** In place of the global `fetch`, for a client that allows for `maxMs`. */
  readonly fetch: typeof fetch = async (url, init) => {
    for (let attempt = 1; ; attempt++) {
      this.last = null
      const begun = performance.now()
      const response = await this.send(url, { ...init, signal: AbortSignal.timeout(answerWithinMs) })
      const text = await response.text() // to its end: only then has the answer come
      const { status, headers } = response
      const request = `${init?.method ?? 'GET'} ${url}`
      this.last = { request, status, headers, requestId: headers.get('x-request-id') }
      this.ms += performance.now() - begun
      const waitMs = Math.max(1, Number(headers.get('retry-after') ?? 0)) * 1_000
      if (status !== 429 || waitMs > maxWaitMs || attempt === maxAttempts)
        return new Response(text === '' ? null : text, { status, headers })
      this.note(`waits ${waitMs / 1_000} s for the rate limit of the plan`)
      await this.wait(waitMs)
    }
  }
}
