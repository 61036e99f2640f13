import type { APIGatewayProxyEvent } from 'aws-lambda'
import { findFile, pages, type ServedFile } from './files'

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
