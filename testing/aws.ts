import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type AwsCall = { method: string; path: string; body: unknown }

/**
 * Stands where CloudFormation, API Gateway's control plane and the deployed API would: records what is sent, and answers in their
 * formats. The first `unknownFor` requests with a new key get the 500 of a key that API Gateway does not know yet.
 */
export async function startAwsStandIn(table: string, unknownFor = 0) {
  const calls: AwsCall[] = []
  let unknown = unknownFor
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const text = Buffer.concat(chunks).toString()
    const { method = '', url: path = '' } = incoming
    if (path === '/') return outgoing.end(describeStacks(text, { TableName: table, ApiUrl: `${endpoint()}/v1` }))
    calls.push({ method, path, body: text === '' ? null : JSON.parse(text) })
    if (path.startsWith('/v1/')) return outgoing.writeHead(unknown-- > 0 ? 500 : 200).end('{}')
    outgoing.setHeader('content-type', 'application/json')
    outgoing.writeHead(method === 'POST' ? 201 : method === 'DELETE' ? 202 : 200)
    const name = new URL(path, endpoint()).searchParams.get('name')
    outgoing.end(JSON.stringify(method === 'POST' ? { id: 'gateway-key' } : { item: [{ id: 'gateway-key', name }] }))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = async () => {
    server.closeAllConnections()
    server.close()
  }
  return { endpoint: endpoint(), calls, stop }
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
