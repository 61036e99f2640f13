import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { makeProblem, statusOf } from '../contract/problem'
import '../runtime/stack-trace-limit'
import { findFile, type ServedFile } from './files'

/** Answers the reference page, what it loads, and the OpenAPI document. It needs neither a key nor the table. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const requestId = { 'X-Request-Id': event.requestContext.requestId }
  const file = findFile(chooseName(event))
  if (!file) {
    const body = JSON.stringify(makeProblem('not_found', 'There is no such route.'))
    const headers = { ...requestId, 'Content-Type': 'application/json' }
    return { statusCode: statusOf.not_found, headers, body }
  }
  const headers = { ...requestId, ...makeHeaders(file) }
  if (isKnown(event, file)) return { statusCode: 304, headers, body: '' }
  const body = event.httpMethod === 'HEAD' ? '' : file.body
  return { statusCode: 200, headers: { ...headers, 'Content-Type': file.type }, body }
}

const fixedNames: Record<string, string> = { '/docs': 'page.html', '/openapi.json': 'openapi.json' }

/** Below `/docs/`, only files with a hash in their name are served. */
function chooseName({ resource, pathParameters }: APIGatewayProxyEvent): string {
  const asset = pathParameters?.file ?? ''
  return fixedNames[resource] ?? (findFile(asset)?.hashed ? asset : '')
}

/** The page may load what comes from here and nothing else. */
const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

function makeHeaders({ name, etag, hashed }: ServedFile): Record<string, string> {
  return {
    ETag: etag,
    'Cache-Control': hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=60',
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
    ...(name === 'page.html' ? { 'Content-Security-Policy': pagePolicy, 'Referrer-Policy': 'no-referrer' } : {}),
  }
}

function isKnown({ headers }: APIGatewayProxyEvent, { etag }: ServedFile): boolean {
  const entry = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'if-none-match')
  const known = entry?.[1]?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/')) ?? []
  return known.includes(etag) || known.includes('W/*')
}
