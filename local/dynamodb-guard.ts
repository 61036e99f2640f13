import http, { type ClientRequest, IncomingMessage, type RequestOptions } from 'node:http'
import { Socket } from 'node:net'
import { formatDenial } from './callers'
import { makeAccessReader } from './dynamodb-access'
import { type Access, isAllowed } from './iam'
import { region } from './names'
import type { Statement } from './statement'
import type { PartitionKeys } from './table-definition'

/** The function's name, what its policies allow, and the engine that it calls: any signature with this key will do. */
export type Guarded = {
  name: string
  statements: Statement[]
  engine: string
  accessKeyId: string
  partitionKeys: PartitionKeys
}

/**
 * A call of DynamoDB passes only if the policies of the calling function allow it. It is checked in the function's own
 * thread, where it is sent: a gate between function and engine would take longer than all that the function does.
 */
export function guardDynamoDb({ name, statements, engine, accessKeyId, partitionKeys }: Guarded): void {
  const { hostname, port } = new URL(engine)
  const listAccesses = makeAccessReader(partitionKeys)
  // Some engines keep a database for each key.
  const credential = `Credential=${accessKeyId}/19700101/${region}/dynamodb/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=local`
  const send = http.request
  const sendToEngine = (options: Options, onAnswer: OnAnswer): ClientRequest => {
    const call = send({ ...options, headers: { ...options.headers, authorization } }, onAnswer)
    const operation = options.headers['x-amz-target']?.split('.')[1] ?? ''
    const end = call.end.bind(call)
    call.end = ((body: string | Uint8Array) => {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString()
      const denied = listAccesses(operation, text).find((access) => !isAllowed(statements, access))
      if (!denied) return end(body)
      onAnswer(makeDenial(name, denied))
      return call.destroy()
    }) as typeof call.end
    return call
  }
  const isCall = ({ host, port: asked }: RequestOptions) => host === hostname && String(asked) === port
  const request = (options: Options, ...rest: [OnAnswer]) =>
    isCall(options) ? sendToEngine(options, ...rest) : send(options, ...rest)
  http.request = request as typeof http.request
}

/** As the SDK calls it. */
type Options = RequestOptions & { headers: Record<string, string> }
type OnAnswer = (answer: IncomingMessage) => void

/** DynamoDB's refusal, as it would arrive. */
function makeDenial(name: string, access: Access): IncomingMessage {
  const __type = 'com.amazonaws.dynamodb.v20120810#AccessDeniedException'
  const answer = new IncomingMessage(new Socket())
  answer.statusCode = 400
  answer.headers = { 'content-type': 'application/x-amz-json-1.0' }
  answer.push(JSON.stringify({ __type, message: formatDenial(name, access) }))
  answer.push(null)
  return answer
}
