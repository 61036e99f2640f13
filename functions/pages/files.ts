import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import type { APIGatewayProxyEvent } from 'aws-lambda'

/** A file that the build has put beside the function's code. `name` is its path there, such as `docs/page.html`. */
export type ServedFile = { name: string; type: string; etag: string; body: string; hashed: boolean }

/** The pages themselves. */
export const pages = { docs: 'docs/page.html', dashboard: 'dashboard/index.html' }

const types: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

let names: Set<string> | undefined
const readBefore = new Map<string, ServedFile>()

/** Null for a name that is not in the folder's own list, so that no name can lead out of it. */
function findFile(name: string): ServedFile | null {
  names ??= new Set(readdirSync(join(__dirname, 'files'), { recursive: true, encoding: 'utf8' }).filter(extname))
  if (!names.has(name)) return null
  const file = readBefore.get(name) ?? readServedFile(name)
  readBefore.set(name, file)
  return file
}

function readServedFile(name: string): ServedFile {
  const body = readFileSync(join(__dirname, 'files', name), 'utf8')
  return {
    name,
    body,
    type: `${types[extname(name)] ?? 'text/plain'}; charset=utf-8`,
    // Weak, since API Gateway compresses what it sends.
    etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    hashed: /-[0-9a-f]{16}\.\w+$/.test(name),
  }
}

const fixedNames: Record<string, string> = {
  '/docs': pages.docs,
  '/openapi.json': 'docs/openapi.json',
  '/dashboard': pages.dashboard,
}

/**
 * The file that a request asks for, or null. Below a page's path, only files with a hash in their name are served. The
 * dashboard has one page: it looks at its own address, and shows what is there.
 */
export function chooseFile({ resource, pathParameters }: APIGatewayProxyEvent): ServedFile | null {
  const fixed = fixedNames[resource]
  if (fixed !== undefined) return findFile(fixed)
  const path = pathParameters?.file ?? ''
  const inDashboard = resource.startsWith('/dashboard/')
  const asset = findFile(`${inDashboard ? 'dashboard' : 'docs'}/${path}`)
  if (asset?.hashed) return asset
  // A name with a dot is that of a file, which is not there: it may be one of a release before.
  return inDashboard && !path.includes('.') ? findFile(pages.dashboard) : null
}
