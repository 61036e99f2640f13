/** `untried`: no answer told whether the key works. `why` says it in words. */
export type Trial = { result: 'accepted' | 'unknown' | 'untried'; why: string }

const attempts = 60
/** Attempts in a row without an answer after which the API cannot be reached from here. */
const attemptsUnreached = 3
const timeoutMs = 10_000

/** Waits until API Gateway knows a new key. `pause` waits a second between two attempts, or throws to end it. */
export async function tryKey(apiUrl: string, secret: string, pause: () => Promise<unknown>): Promise<Trial> {
  let last: Trial = { result: 'untried', why: '' }
  for (let attempt = 1, unreached = 0; attempt <= attempts; attempt++) {
    last = await attemptOnce(apiUrl, secret)
    unreached = last.result === 'untried' ? unreached + 1 : 0
    if (last.result === 'accepted' || unreached === attemptsUnreached) return last
    try {
      await pause()
    } catch {
      return { result: 'untried', why: 'the waiting was stopped' }
    }
  }
  return last
}

async function attemptOnce(apiUrl: string, secret: string): Promise<Trial> {
  const options = { headers: { Authorization: `Bearer ${secret}` }, signal: AbortSignal.timeout(timeoutMs) }
  try {
    const { status, headers } = await fetch(`${apiUrl.replace(/\/$/, '')}/items?limit=1`, options)
    // The service counts a request once the key is known, also where the key may only write.
    if (status < 400 || Number(headers.get('x-ratelimit-limit')) > 0) return { result: 'accepted', why: '' }
    // The key is new and the service accepts it, so a 401 comes from API Gateway.
    return { result: status === 401 ? 'unknown' : 'untried', why: `${apiUrl} answers ${status}` }
  } catch (error) {
    return { result: 'untried', why: `${apiUrl} cannot be reached: ${describe(error)}` }
  }
}

/** The cause of a failed `fetch` says what happened, such as `ECONNREFUSED`. */
function describe(error: unknown): string {
  const { message, cause } = error as Error
  return cause instanceof Error && cause.message !== '' ? cause.message : message
}
