import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Answer } from './gateway-responses'
import type { HttpRequest } from './proxy-integration'

export const referencePath = '/_local/docs'

const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Inventory API</title><link rel="stylesheet" href="${referencePath}/swagger-ui.css"></head>
<body><div id="reference"></div>
<script src="${referencePath}/swagger-ui-bundle.js"></script>
<script>SwaggerUIBundle({ url: '${referencePath}/openapi.json', dom_id: '#reference' })</script>
</body></html>`

const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', json: 'application/json' }

const folders = new Map([
  ['openapi.json', () => 'dist'],
  ['swagger-ui.css', findSwaggerUi],
  ['swagger-ui-bundle.js', findSwaggerUi],
])

/** Serves the reference page and the files that it loads, all from this machine. Returns null for any other path. */
export async function answerReference({ method, path }: HttpRequest): Promise<Answer | null> {
  if (method !== 'GET') return null
  if (path === referencePath)
    return { status: 200, headers: { 'content-type': 'text/html; charset=utf-8' }, body: page }
  const file = path.startsWith(`${referencePath}/`) ? path.slice(referencePath.length + 1) : ''
  const folder = folders.get(file)
  if (!folder) return null
  const type = types[file.split('.').at(-1) ?? ''] ?? 'text/plain'
  return {
    status: 200,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: await readFile(join(folder(), file), 'utf8'),
  }
}

function findSwaggerUi(): string {
  return dirname(createRequire(join(process.cwd(), 'package.json')).resolve('swagger-ui-dist/package.json'))
}
