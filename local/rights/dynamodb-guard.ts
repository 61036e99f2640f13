import { ClientRequest, IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { region } from '../names'
import type { PartitionKeys } from '../table/table-definition'
import { formatDenial } from './callers'
import { makeAccessReader } from './dynamodb-access'
import { type Access, makeAccessCheck } from './iam'
import type { Statement } from './statement'

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
  const { host } = new URL(engine)
  const listAccesses = makeAccessReader(partitionKeys)
  const isAllowed = makeAccessCheck(statements)
  // Some engines keep a database for each key.
  const credential = `Credential=${accessKeyId}/19700101/${region}/dynamodb/aws4_request`
  const authorization = `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=local`
  const { end } = ClientRequest.prototype
  // The SDK gives the whole body to `end`, as text. No property is added to a request: Node would be slower with it.
  ClientRequest.prototype.end = function (this: ClientRequest, ...rest: [string]) {
    if (this.getHeader('host') !== host) return Reflect.apply(end, this, rest)
    const operation = String(this.getHeader('x-amz-target')).split('.')[1] ?? ''
    const denied = listAccesses(operation, rest[0]).find((access) => !isAllowed(access))
    if (denied) {
      this.emit('response', makeDenial(name, denied))
      return this.destroy()
    }
    this.setHeader('authorization', authorization)
    return Reflect.apply(end, this, rest)
  } as typeof end
}

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
