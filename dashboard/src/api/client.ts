import { createClient } from '../../../client'
import { apiUrl } from '../session/address'
import { isSignedOut, readToken, renewToken } from '../session/session'
import { showWait } from './waits'

/** Sends the token of whoever is signed in. One that was refused is renewed once. */
async function sendAsPerson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const first = await send(input, init, await readToken())
  if (first.status !== 401) return first
  const second = await send(input, init, await renewToken())
  if (second.status === 401) isSignedOut.set(true)
  return second
}

function send(input: RequestInfo | URL, init: RequestInit | undefined, token: string | null): Promise<Response> {
  const headers = new Headers(init?.headers)
  headers.delete('User-Agent') // it is the browser's
  if (token !== null) headers.set('Authorization', `Bearer ${token}`)
  return fetch(input, { ...init, headers })
}

const personOptions = { baseUrl: apiUrl, apiKey: null, fetch: sendAsPerson, onRetry: showWait }

/** The only way to the API. It sends again what had no answer, 429 or a status of 500: somebody waits, so not often. */
export const api = createClient({ ...personOptions, retry: { maxAttempts: 4 } })

const dayMs = 86_400_000

/** The same for work that takes long: it waits for the limit of the minute, and for that of the day. */
export const patientApi = createClient({ ...personOptions, retry: { maxAttempts: 20, maxWaitMs: dayMs } })
