/** `body` is null where there is none. */
export type Answer = { status: number; headers: Headers; body: unknown }

/** What an answer has besides its body. */
export type AnswerDetails = {
  status: number
  headers: Headers
  requestId: string | null
  /** The revision of an item or order, for `ifMatch`. Null where the answer has none. */
  etag: string | null
  /** True where the request had been done before, and this is its answer again. */
  isReplayed: boolean
}

const answers = new WeakMap<object, Answer>()

/** Keeps the answer for `getAnswer`, and returns its body. */
export function keepAnswer(answer: Answer): unknown {
  const { body } = answer
  if (typeof body === 'object' && body !== null) answers.set(body, answer)
  return body
}

/** The status and the headers with which a result came. Throws for an object that no method returned. */
export function getAnswer(result: object): AnswerDetails {
  const answer = answers.get(result)
  if (!answer) throw new TypeError('this object is not the result of a method of the client')
  const { status, headers } = answer
  return {
    status,
    headers,
    requestId: headers.get('x-request-id'),
    etag: headers.get('etag'),
    isReplayed: headers.get('idempotent-replayed') === 'true',
  }
}
