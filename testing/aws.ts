import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type AwsCall = { method: string; path: string; body: unknown }

/**
 * Stands in for CloudFormation, API Gateway's control plane and the deployed API, and records what is sent. The first
 * `unknownFor` requests to the API get a 401, as for a key that API Gateway does not know yet. `outputs` are further
 * outputs of the stack.
 */
export async function startAwsStandIn(table: string, unknownFor = 0, outputs: Record<string, string> = {}) {
  const calls: AwsCall[] = []
  /** API Gateway's keys, by name. */
  const keys = new Set<string>()
  /** Calls, such as `POST /apikeys`, that take effect but are answered with an error. */
  const failing = new Set<string>()
  let unknown = unknownFor
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '' } = incoming
    if (path === '/')
      return outgoing.end(describeStacks(text, { TableName: table, ApiUrl: `${endpoint()}/v1`, ...outputs }))
    const call = { method, path, body: text === '' ? null : JSON.parse(text) }
    calls.push(call)
    if (path.startsWith('/v1/')) return outgoing.writeHead(unknown-- > 0 ? 401 : 200).end('{}')
    const answer = answerFor(call, keys)
    outgoing.setHeader('content-type', 'application/json')
    if (failing.has(`${method} ${path.split('?')[0]}`)) return outgoing.writeHead(400).end('{"message":"It failed."}')
    outgoing.writeHead(method === 'POST' ? 201 : method === 'DELETE' ? 202 : 200).end(JSON.stringify(answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: endpoint(), calls, keys, failing, stop }
}

/** The id of a key contains its name. */
function answerFor(
  { method, path, body }: { method: string; path: string; body: { name?: string } | null },
  keys: Set<string>,
) {
  const idOf = (name: string) => `gateway-${name}`
  if (method === 'GET')
    return { item: [...keys].filter((name) => path.endsWith(name)).map((name) => ({ id: idOf(name), name })) }
  if (method === 'DELETE') for (const name of keys) if (path === `/apikeys/${idOf(name)}`) keys.delete(name)
  if (path !== '/apikeys' || !body?.name) return {}
  keys.add(body.name)
  return { id: idOf(body.name) }
}

function describeStacks(request: string, values: Record<string, string>): string {
  const name = new URLSearchParams(request).get('StackName')
  const all = { ...values, StarterPlanId: 'plan-s', ProfessionalPlanId: 'plan-p', EnterprisePlanId: 'plan-e' }
  const outputs = Object.entries(all).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  const stack = `<member><StackName>${name}</StackName><StackStatus>CREATE_COMPLETE</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime><Outputs>${outputs.join('')}</Outputs></member>`
  return `<DescribeStacksResponse xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"><DescribeStacksResult><Stacks>${stack}</Stacks></DescribeStacksResult></DescribeStacksResponse>`
}
