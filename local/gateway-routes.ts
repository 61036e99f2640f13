import * as z from 'zod'
import { account, apiId, physicalName, region } from './names'
import { resourcesOf, type Stack } from './template'

/** A method of the template's REST API. */
export type Method = {
  /** In API Gateway's notation: `/items/{id}`. */
  resource: string
  httpMethod: string
  functionArn: string
  authorizer: { functionArn: string; ttlMs: number } | null
  apiKeyRequired: boolean
}

/** A node of the tree of resources: its children by path part, its methods by name. */
type Node = { children: Map<string, Node>; methods: Map<string, Method> }

export type Match = { method: Method; parameters: Record<string, string> }

/** The function that an integration or authorizer URI leads to. */
function functionOf(uri: string): string {
  return uri.split('/functions/')[1]?.replace(/\/invocations$/, '') ?? ''
}

const ResourceProperties = z.object({ ParentId: z.string(), PathPart: z.string() })
const AuthorizerProperties = z.object({
  AuthorizerUri: z.string(),
  AuthorizerResultTtlInSeconds: z.number().default(300),
})
const MethodProperties = z.object({
  ResourceId: z.string(),
  HttpMethod: z.string(),
  Integration: z.object({ Uri: z.string() }),
  AuthorizerId: z.string().optional(),
  ApiKeyRequired: z.boolean().default(false),
})

/** Builds the tree of the template's resources and methods. */
export function routesOf(stack: Stack): Node {
  const byName = <Schema extends z.ZodType>(type: string, schema: Schema) =>
    new Map([...resourcesOf(stack, type, schema)].map(([id, found]) => [physicalName(stack.name, id), found]))
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
    nodeAt(root, path).methods.set(properties.HttpMethod, {
      resource: `/${path.join('/')}`,
      httpMethod: properties.HttpMethod,
      functionArn: functionOf(properties.Integration.Uri),
      authorizer: authorizer
        ? {
            functionArn: functionOf(authorizer.AuthorizerUri),
            ttlMs: authorizer.AuthorizerResultTtlInSeconds * 1_000,
          }
        : null,
      apiKeyRequired: properties.ApiKeyRequired,
    })
  }
  return root
}

function nodeAt(root: Node, path: string[]): Node {
  let node = root
  for (const part of path) {
    const child = node.children.get(part) ?? { children: new Map(), methods: new Map() }
    node.children.set(part, child)
    node = child
  }
  return node
}

/** The method that answers: the most specific resource wins, and on it the method before ANY. Null where there is none. */
export function match(root: Node, httpMethod: string, path: string): Match | null {
  const found = find(root, path === '/' ? [] : path.split('/').slice(1), {})
  const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY')
  return found && method ? { method, parameters: found.parameters } : null
}

type Found = { node: Node; parameters: Record<string, string> }

function find(node: Node, parts: string[], parameters: Record<string, string>): Found | null {
  const [part, ...rest] = parts
  if (part === undefined) return node.methods.size > 0 ? { node, parameters } : null
  const ways: (Found & { rest: string[] })[] = []
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

/** The ARN of a request, for the authorizer and its policy. */
export function methodArn(stage: string, httpMethod: string, path: string): string {
  return `arn:aws:execute-api:${region}:${account}:${apiId}/${stage}/${httpMethod}${path}`
}
