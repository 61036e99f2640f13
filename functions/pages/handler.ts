import '../runtime/stack-trace-limit'
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda'
import { makeProblem, statusOf } from '../contract/problem'
import { makeSafeHeaders } from '../contract/safe-headers'
import { chooseFile, pages, type ServedFile } from './files'
import { policies } from './policies'
import { fillDashboard } from './sign-in'

/** Answers the dashboard, the reference page, what they load, and the OpenAPI document. It has no right to any data. */
export async function handler(event: APIGatewayProxyEvent): Promise<APIGatewayProxyResult> {
  const common = { ...makeSafeHeaders(event.requestContext), 'X-Request-Id': event.requestContext.requestId }
  const file = chooseFile(event)
  if (!file) {
    const body = JSON.stringify(makeProblem('not_found', 'There is no such route.'))
    const headers = { ...common, 'Content-Type': 'application/json' }
    return { statusCode: statusOf.not_found, headers, body }
  }
  const headers = { ...common, ...makeHeaders(file) }
  if (isKnown(event, file)) return { statusCode: 304, headers, body: '' }
  const body = event.httpMethod === 'HEAD' ? '' : readBody(file, event)
  return { statusCode: 200, headers: { ...headers, 'Content-Type': file.type }, body }
}

/** The dashboard's page is filled for the address that it is asked at, so that it has no tag, and is not kept. */
function isFilled({ name }: ServedFile): boolean {
  return name === pages.dashboard
}

function readBody(file: ServedFile, { requestContext }: APIGatewayProxyEvent): string {
  return isFilled(file) ? fillDashboard(file.body, requestContext.path) : file.body
}

function makeHeaders(file: ServedFile): Record<string, string> {
  const policy = policies[file.name]
  const caching = file.hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=60'
  return {
    ...(isFilled(file) ? {} : { ETag: file.etag, 'Cache-Control': caching }),
    Vary: 'Accept-Encoding',
    ...(policy === undefined ? {} : { 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' }),
  }
}

function isKnown({ headers }: APIGatewayProxyEvent, file: ServedFile): boolean {
  if (isFilled(file)) return false
  const entry = Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'if-none-match')
  const known = entry?.[1]?.split(',').map((tag) => tag.trim().replace(/^(?!W\/)/, 'W/')) ?? []
  return known.includes(file.etag) || known.includes('W/*')
}
