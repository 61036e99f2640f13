import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { region } from '../names'
import { findDenial, type Policies } from '../rights/callers'
import { answerInRest, type Served, serve } from '../serve'
import { readResources, type Stack } from '../template'
import type { GatewayKeys } from './gateway-keys'

const Tags = z.record(z.string(), z.string()).default({})
const Key = z.object({ name: z.string(), value: z.string(), tags: Tags })
const UsagePlan = z.object({ Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]) })

/** The tag that each key of ours has. The commands make none here, so all others count as keys of the stack. */
const stackTag = 'inventory-stack'

type Request = { method: string; path: string; query: URLSearchParams; body: unknown }
type Reply = { status: number; body: object; error?: string }

/** As API Gateway answers where an account has as many keys as it may. */
const full: Reply = { status: 429, body: { message: 'API keys limit exceeded' }, error: 'LimitExceededException' }

/**
 * Offers the keys and usage plans of API Gateway's control plane by its REST protocol, as far as it is needed here. The
 * id of a key is its value. Usage plans hold no keys: nothing is throttled on this machine.
 */
export function openControlPlane(
  stack: Stack,
  { policies, keys, now }: { policies: Policies; keys: GatewayKeys; now: () => number },
): Promise<Served> {
  const usagePlans = [...readResources(stack, 'AWS::ApiGateway::UsagePlan', UsagePlan)].map(([id, { Tags: tags }]) => ({
    id,
    tags: Object.fromEntries(tags.map(({ Key: key, Value }) => [key, Value])),
  }))
  const run = ({ method, path, query, body }: Request): Reply => {
    const [collection = '', id = ''] = path.slice(1).split('/')
    if (method === 'GET' && collection === 'usageplans') return { status: 200, body: { item: usagePlans } }
    if (method === 'POST' && collection === 'usageplans') return { status: 201, body: { id } }
    if (method === 'GET' && collection === 'apikeys')
      return { status: 200, body: { item: query.has('name') ? find(query.get('name') ?? '') : keys.list() } }
    if (method === 'POST' && collection === 'apikeys') {
      const key = Key.parse(body)
      const made = { ...key, id: key.value, createdDate: Math.floor(now() / 1_000) }
      return keys.add(made) ? { status: 201, body: made } : full
    }
    if (method === 'DELETE' && collection === 'apikeys') {
      keys.delete(id)
      return { status: 202, body: {} }
    }
    return { status: 404, body: { message: 'not known here' }, error: 'NotFoundException' }
  }
  const find = (name: string) => {
    const value = name.slice(name.indexOf('_') + 1)
    return keys.has(value) ? [{ id: value, name }] : []
  }
  return serve(async (incoming, outgoing) => {
    const sent = await text(incoming)
    const url = new URL(incoming.url ?? '', 'http://local')
    const { method = '' } = incoming
    const body: unknown = sent === '' ? null : JSON.parse(sent)
    const resource = `arn:aws:apigateway:${region}::${decodeURIComponent(url.pathname)}`
    const context = { ...readTags(body), [`aws:ResourceTag/${stackTag}`]: [stack.name] }
    const denial = findDenial(incoming, policies, { action: `apigateway:${method}`, resource, context })
    if (denial !== null) return answerInRest(outgoing, 403, { message: denial }, 'AccessDeniedException')
    const reply = run({ method, path: url.pathname, query: url.searchParams, body })
    answerInRest(outgoing, reply.status, reply.body, reply.error)
  })
}

function readTags(body: unknown): Record<string, string[]> {
  const { data } = z.object({ tags: Tags }).safeParse(body)
  return Object.fromEntries(Object.entries(data?.tags ?? {}).map(([tag, value]) => [`aws:RequestTag/${tag}`, [value]]))
}
