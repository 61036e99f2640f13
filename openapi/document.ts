import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Route, routes } from '../functions/routes'
import { headers } from './headers'
import { describeOperation } from './operation'
import { describeCommonRefusals, describeProblemExamples } from './refusals'
import { describeSchemas } from './schemas'
import { allTags } from './tags'

const introduction = `Keep the stock of a company: items, purchase orders, a stock ledger, an audit log and snapshots, over JSON.

- Send your API key with each request: \`Authorization: Bearer <API_KEY>\`. The scope that an operation needs stands with it.
- A list has pages of at most 100 rows: \`limit\` and \`offset\`. \`pagination.total\` is exact.
- An error has a \`code\` for programs and a \`message\` for people. \`field\` names the field that is at fault.
- To send a change again after a lost answer, send the same \`Idempotency-Key\`: it has one effect.
- After a 429, wait for the seconds in \`Retry-After\`.
- Times are ISO 8601 in UTC. Amounts of money are decimal texts.
- Within v1, the API only grows: ignore fields that you do not know. What goes is announced six months ahead, in the changelog and
  with the headers \`Deprecation\` and \`Sunset\`.`

/** The API's OpenAPI 3.1 document, made of the routes and their schemas. Generators copy its text into each file. */
export function describeApi(): object {
  return describeAs(
    `${introduction}\n- Guides of one page each stand at the head of the reference page: \`GET /docs\`, in the same place as this document.`,
  )
}

/** What the reference page shows: the same, with the guides. */
export function describeForPage(): object {
  return describeAs([introduction, ...readGuides()].join('\n\n'))
}

function describeAs(description: string): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const route of Object.values<Route>(routes)) {
    if (route.method === 'ANY') continue
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: describeOperation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Inventory API',
      version: '1',
      description,
      contact: { name: 'The team of the inventory service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1', description: 'Where this document is served' }],
    security: [{ key: [] }],
    tags: allTags,
    paths,
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `sk_live_…`, or `sk_test_…` on a local service.',
        },
      },
      headers,
      examples: describeProblemExamples(),
      responses: describeCommonRefusals(),
      schemas: describeSchemas(),
    },
  }
}

/** One page each, in the order of their names. */
function readGuides(): string[] {
  const folder = join(__dirname, '../docs/guides')
  const files = readdirSync(folder).filter((file) => file.endsWith('.md'))
  return files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
}
