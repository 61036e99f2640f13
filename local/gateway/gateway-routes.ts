import * as z from 'zod'
import { account, apiId, makePhysicalName, region } from '../names'
import { readResources, type Stack } from '../template'

export type Method = {
  /** The path in API Gateway's notation: `/items/{id}`. */
  resource: string
  httpMethod: string
  functionArn: string
  /** `accepts`: what the token must be before the function is asked. */
  authorizer: { functionArn: string; ttlMs: number; accepts: RegExp } | null
  apiKeyRequired: boolean
}

/** A node of the tree of resources: its children by path part, its methods by name. */
type Node = { children: Map<string, Node>; methods: Map<string, Method> }

export type Match = { method: Method; parameters: Record<string, string> }

/** The ARN of the function in the URI of an integration or authorizer. */
function getFunction(uri: string): string {
  return uri.split('/functions/')[1]?.replace(/\/invocations$/, '') ?? ''
}

const ResourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() })
const AuthorizerProperties = z.object({
  AuthorizerUri: z.string(),
  AuthorizerResultTtlInSeconds: z.number().default(300),
  IdentityValidationExpression: z.string().default('.*'),
})
const MethodProperties = z.object({
  ResourceId: z.string(),
  HttpMethod: z.string(),
  Integration: z.object({ Uri: z.string() }),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
})

export function readRoutes(stack: Stack): Node {
  const byName = <Schema extends z.ZodType>(type: string, schema: Schema) =>
    new Map([...readResources(stack, type, schema)].map(([id, found]) => [makePhysicalName(stack.name, id), found]))
  const resources = byName('AWS::ApiGateway::Resource', ResourceProperties)
  const authorizers = byName('AWS::ApiGateway::Authorizer', AuthorizerProperties)
  const pathOf = (id: string): string[] => {
    const resource = resources.get(id)
    return resource ? [...pathOf(resource.ParentId), resource.PathPart] : []
  }
  const root: Node = { children: new Map(), methods: new Map() }
  for (const properties of byName('AWS::ApiGateway::Method', MethodProperties).values()) {
    const path = pathOf(properties.ResourceId)
    const authorizer = authorizers.get(properties.AuthorizerId ?? '')
    findNode(root, path).methods.set(properties.HttpMethod, {
      resource: `/${path.join('/')}`,
      httpMethod: properties.HttpMethod,
      functionArn: getFunction(properties.Integration.Uri),
      authorizer: authorizer
        ? {
            functionArn: getFunction(authorizer.AuthorizerUri),
            ttlMs: authorizer.AuthorizerResultTtlInSeconds * 1_000,
            accepts: new RegExp(`^(?:${authorizer.IdentityValidationExpression})$`),
          }
        : null,
      apiKeyRequired: properties.ApiKeyRequired,
    })
  }
  return root
}

function findNode(root: Node, path: string[]): Node {
  let node = root
  for (const part of path) {
    const child = node.children.get(part) ?? { children: new Map(), methods: new Map() }
    node.children.set(part, child)
    node = child
  }
  return node
}

/** The most specific resource wins, and its own method wins over ANY. A slash at the end is ignored. Null: no match. */
export function match(root: Node, httpMethod: string, path: string): Match | null {
  const found = find(root, path.replace(/\/$/, '').split('/').slice(1), {})
  const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY')
  return found && method ? { method, parameters: found.parameters } : null
}

type FoundNode = { node: Node; parameters: Record<string, string> }

function find(node: Node, parts: string[], parameters: Record<string, string>): FoundNode | null {
  const [part, ...rest] = parts
  if (part === undefined) return node.methods.size > 0 ? { node, parameters } : null
  const ways: (FoundNode & { rest: string[] })[] = []
  const literal = node.children.get(part)
  if (literal) ways.push({ node: literal, parameters, rest })
  for (const [name, child] of node.children) {
    const [, parameter, greedy] = /^\{([^+}]+)(\+?)\}$/.exec(name) ?? []
    if (parameter === undefined) continue
    if (greedy) ways.push({ node: child, parameters: { ...parameters, [parameter]: parts.join('/') }, rest: [] })
    else if (part !== '')
      ways.splice(literal ? 1 : 0, 0, { node: child, parameters: { ...parameters, [parameter]: part }, rest })
  }
  for (const way of ways) {
    const found = find(way.node, way.rest, way.parameters)
    if (found) return found
  }
  return null
}

export function makeMethodArn(stage: string, httpMethod: string, path: string): string {
  return `arn:aws:execute-api:${region}:${account}:${apiId}/${stage}/${httpMethod}${path}`
}
