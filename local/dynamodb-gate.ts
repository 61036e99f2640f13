import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { formatDenial, type Policies, readCaller } from './callers'
import { makeAccessReader } from './dynamodb-access'
import { type Access, isAllowed } from './iam'
import { region } from './names'
import { type Served, serve } from './serve'
import { engineCredentials, type TableEngine } from './table-engine'

/**
 * Functions reach the engine through it. A call passes only if the policies of the calling function allow it. A
 * function calls with its name as the access key id. `policies` has the statements of each, by that name.
 */
export async function openDynamoDbGate(
  { endpoint: engine, partitionKeys }: Pick<TableEngine, 'endpoint' | 'partitionKeys'>,
  policies: Policies,
): Promise<Served> {
  const accessesOf = makeAccessReader(partitionKeys)
  const agent = new Agent({ keepAlive: true })
  const pass = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    // Send only the engine's date: with another one, the SDK would correct its clock and send a refused call again.
    outgoing.sendDate = false
    const body = await buffer(incoming)
    const caller = readCaller(incoming)
    const operation = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const accesses = accessesOf(operation, JSON.parse(body.toString()))
    const denied = accesses.find((access) => !isAllowed(policies.get(caller) ?? [], access))
    if (denied) refuse(outgoing, caller, denied)
    else forward(engine, agent, { incoming, body, outgoing })
  }
  // A function that is ended breaks off its call, so there is no client to answer.
  const served = await serve((incoming, outgoing) => void pass(incoming, outgoing).catch(() => outgoing.destroy()))
  const stop = async () => {
    await served.stop()
    agent.destroy()
  }
  return { ...served, stop }
}

type Call = { incoming: IncomingMessage; body: Buffer; outgoing: ServerResponse }

function forward(engine: string, agent: Agent, { incoming, body, outgoing }: Call): void {
  const credential = `Credential=${engineCredentials.accessKeyId}/19700101/${region}/dynamodb/aws4_request`
  const headers = {
    ...incoming.headers,
    host: new URL(engine).host,
    authorization: `AWS4-HMAC-SHA256 ${credential}, SignedHeaders=host, Signature=local`,
  }
  const onward = request(engine, { agent, method: 'POST', headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
    answer.pipe(outgoing)
  })
  onward.on('error', () => outgoing.destroy())
  onward.end(body)
}

function refuse(outgoing: ServerResponse, caller: string, access: Access): void {
  const message = formatDenial(caller, access)
  outgoing.writeHead(400, { 'content-type': 'application/x-amz-json-1.0' })
  outgoing.end(JSON.stringify({ __type: 'com.amazonaws.dynamodb.v20120810#AccessDeniedException', message }))
}
