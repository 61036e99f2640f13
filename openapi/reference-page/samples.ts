import { type Call, nameReference, type OpenApi, sortStatuses } from '../open-api'

const base = 'https://api.example.com/v1'

/** How to send a call, by language. */
export function writeSamples(call: Call, document: OpenApi): { [language: string]: string } {
  return { curl: writeCurl(call), TypeScript: writeTypeScript(call, document), Python: writePython(call) }
}

function fillPath({ path, operation }: Call): string {
  return path.replace(/\{(\w+)\}/g, (_, name) =>
    String(operation.parameters?.find((each) => each.name === name)?.example),
  )
}

function listIds(call: Call): string[] {
  const filled = fillPath(call).split('/')
  return call.path.split('/').flatMap((part, index) => (part.startsWith('{') ? [filled[index] ?? ''] : []))
}

function findBody({ operation }: Call): unknown {
  return operation.requestBody?.content['application/json'].example
}

function writeCurl(call: Call): string {
  const body = findBody(call)
  const lines = [`curl -X ${call.method} ${base}${fillPath(call)}`, `-H "Authorization: Bearer $INVENTORY_API_KEY"`]
  if (call.method !== 'GET') lines.push('-H "Idempotency-Key: $(uuidgen)"')
  lines.push('-H "Content-Type: application/json"')
  if (body !== undefined) lines.push(`-d '${JSON.stringify(body, null, 2).replaceAll("'", "'\\''")}'`)
  return lines.join(' \\\n  ')
}

function writeTypeScript(call: Call, document: OpenApi): string {
  const name = call.operation.operationId.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const body = findBody(call)
  const values = [
    ...listIds(call).map((id) => `'${id}'`),
    ...(body === undefined ? [] : [JSON.stringify(body, null, 2).replace(/^( +)"(\w+)":/gm, '$1$2:')]),
    ...(call.method === 'GET' ? [] : ['{ idempotencyKey: crypto.randomUUID() }']),
  ]
  const sent = `client.${name}(${values.join(', ')})`
  return `import { createClient } from 'inventory-client'

const client = createClient({
  baseUrl: '${base}',
  apiKey: process.env.INVENTORY_API_KEY ?? null,
})
${isList(call, document) ? `for await (const row of ${sent}) console.log(row)` : writeAwait(call, sent)}`
}

function writeAwait({ operation }: Call, sent: string): string {
  return operation.responses[204] ? `await ${sent}` : `console.log(await ${sent})`
}

function isList({ operation }: Call, { components }: OpenApi): boolean {
  const [status = ''] = sortStatuses(operation.responses)
  const schema = operation.responses[status]?.content?.['application/json'].schema
  return components.schemas[nameReference(schema ?? {})]?.properties?.pagination !== undefined
}

function writePython(call: Call): string {
  const body = findBody(call)
  const isChange = call.method !== 'GET'
  return `import os
${isChange ? 'import uuid\n' : ''}import requests

answer = requests.request(
    "${call.method}",
    "${base}${fillPath(call)}",
    headers={
        "Authorization": f"Bearer {os.environ['INVENTORY_API_KEY']}",
        "Content-Type": "application/json",${isChange ? '\n        "Idempotency-Key": str(uuid.uuid4()),' : ''}
    },${body === undefined ? '' : `\n    json=${writePythonValue(body).replaceAll('\n', '\n    ')},`}
)
answer.raise_for_status()
${call.operation.responses[204] ? '' : 'print(answer.json())'}`.trimEnd()
}

/** JSON, but for the three words that Python has of its own. */
function writePythonValue(value: unknown): string {
  const words: { [word: string]: string } = { true: 'True', false: 'False', null: 'None' }
  return JSON.stringify(value, null, 4).replace(
    /^(\s*(?:"[^"]*": )?)(true|false|null)(,?)$/gm,
    (_, start, word, end) => {
      return `${start}${words[word]}${end}`
    },
  )
}
