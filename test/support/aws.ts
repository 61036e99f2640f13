import { text } from 'node:stream/consumers'
import { serve } from '../../local/serve'
import { ApiGatewayStandIn } from './api-gateway'
import { useTable } from './table'

/**
 * Stands in for CloudFormation, API Gateway's control plane and the deployed API, and records what is sent. The first
 * `unknownFor` requests to the API get a 401, as for a key that API Gateway does not know yet. `outputs` are further
 * outputs of the stack.
 */
export async function startAwsStandIn(table: string, unknownFor = 0, outputs: Record<string, string> = {}) {
  const calls: { method: string; path: string; body: unknown }[] = []
  const gateway = new ApiGatewayStandIn()
  /** Calls, such as `POST /apikeys`, that take effect but are answered with an error: this one, or another. */
  const failing = new Map<string, { status: number; type: string; message: string }>()
  const stack = { status: 'CREATE_COMPLETE', hasOutputs: true, makesTable: true }
  let unknown = unknownFor
  const { endpoint, stop } = await serve(async (incoming, outgoing) => {
    const sent = await text(incoming)
    const { method = '', url: path = '' } = incoming
    const failure = failing.get(`${method} ${path.split('?')[0]}`)
    if (path === '/') {
      const values = stack.hasOutputs ? { TableName: table, ApiUrl: `${endpoint}/v1`, ...plans, ...outputs } : {}
      if (failure) {
        const error = `<Error><Type>Sender</Type><Code>${failure.type}</Code><Message>${failure.message}</Message></Error>`
        return outgoing.writeHead(failure.status).end(`<ErrorResponse ${xmlns}>${error}</ErrorResponse>`)
      }
      const request = new URLSearchParams(sent)
      if (request.get('Action') === 'ListStackResources')
        return outgoing.end(listResources(request, stack.makesTable ? table : null))
      return outgoing.end(describeStacks(request, stack.status, values))
    }
    const call = { method, path, body: sent === '' ? null : JSON.parse(sent) }
    calls.push(call)
    if (path.startsWith('/v1/')) return outgoing.writeHead(unknown-- > 0 ? 401 : 200).end('{}')
    const answer = gateway.answer(call)
    outgoing.setHeader('content-type', 'application/json')
    if (failure) {
      outgoing.setHeader('x-amzn-errortype', failure.type)
      return outgoing.writeHead(failure.status).end(JSON.stringify({ message: failure.message }))
    }
    outgoing.writeHead(method === 'POST' ? 201 : method === 'DELETE' ? 202 : 200).end(JSON.stringify(answer))
  })
  const fail = (call: string, failure = { status: 400, type: 'BadRequestException', message: 'It failed.' }) =>
    failing.set(call, failure)
  const reset = () => {
    calls.splice(0)
    failing.clear()
    gateway.keys.clear()
    gateway.plans.clear()
    Object.assign(stack, { status: 'CREATE_COMPLETE', hasOutputs: true, makesTable: true })
  }
  return { endpoint, calls, gateway, fail, failing, stack, reset, stop }
}

/** What a user has set who works with a stack, and nothing that this machine has. */
export const userSettings = {
  ...{ HOME: '/nonexistent', AWS_EC2_METADATA_DISABLED: 'true', AWS_PROFILE: '' },
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
}

/** Provides the stand-in to the tests of a file, with a table. `settings`: by which a command finds both. */
export function useAws(unknownFor = 0) {
  const engine = useTable()
  const aws = {} as Awaited<ReturnType<typeof startAwsStandIn>>
  beforeAll(async () => void Object.assign(aws, await startAwsStandIn(engine.table.name, unknownFor)))
  afterAll(() => aws.stop())
  beforeEach(() => aws.reset())
  const endpoints = () => ({ AWS_ENDPOINT_URL: aws.endpoint, AWS_ENDPOINT_URL_DYNAMODB: engine.endpoint })
  return { engine, aws, settings: () => ({ ...userSettings, ...endpoints() }) }
}

const plans = { StarterPlanId: 'plan-s', ProfessionalPlanId: 'plan-p', EnterprisePlanId: 'plan-e' }
const xmlns = 'xmlns="http://cloudformation.amazonaws.com/doc/2010-05-15/"'

/** What CloudFormation answers. */
const formatAnswer = (action: string, result: string) =>
  `<${action}Response ${xmlns}><${action}Result>${result}</${action}Result></${action}Response>`

function describeStacks(request: URLSearchParams, status: string, values: Record<string, string>): string {
  const name = request.get('StackName')
  const outputs = Object.entries(values).map(
    ([key, value]) => `<member><OutputKey>${key}</OutputKey><OutputValue>${value}</OutputValue></member>`,
  )
  const state = `<StackStatus>${status}</StackStatus><CreationTime>2026-01-01T00:00:00Z</CreationTime>`
  const stack = `<member><StackName>${name}</StackName>${state}<Outputs>${outputs.join('')}</Outputs></member>`
  return formatAnswer('DescribeStacks', `<Stacks>${stack}</Stacks>`)
}

type StackResource = { type: string; id: string; logicalId?: string }

/** A page of a stack's resources. */
export function formatResources(resources: StackResource[], next: string | null = null): string {
  const members = resources.map(({ type, id, logicalId = '' }) => {
    const ids = `<LogicalResourceId>${logicalId}</LogicalResourceId><PhysicalResourceId>${id}</PhysicalResourceId>`
    const state = `<ResourceStatus>CREATE_COMPLETE</ResourceStatus><ResourceType>${type}</ResourceType>`
    return `<member>${ids}${state}</member>`
  })
  const token = next === null ? '' : `<NextToken>${next}</NextToken>`
  const list = `<StackResourceSummaries>${members.join('')}</StackResourceSummaries>`
  return formatAnswer('ListStackResources', list + token)
}

/** Two pages. The table is on the second one, where the stack has made it. */
function listResources(request: URLSearchParams, table: string | null): string {
  const functions = [1, 2, 3].map((n) => ({ type: 'AWS::Lambda::Function', id: `function-${n}` }))
  if (request.get('NextToken') === null) return formatResources(functions.slice(0, 2), '2')
  const made = table === null ? [] : [{ type: 'AWS::DynamoDB::Table', id: table }]
  return formatResources([...functions.slice(2), ...made])
}
