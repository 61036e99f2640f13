import { Event, eventSchemas } from '../functions/contract/event'
import { WebhookTest } from '../functions/contract/webhook'
import { testEventType } from '../functions/domain/webhooks/delivery'
import { type Route, routes } from '../functions/routes'
import { describeJson, headers } from './answer'
import { eventDescriptions } from './descriptions/log'
import { webhookDescriptions } from './descriptions/webhook'
import { commonParameters, describeOperation } from './operation'
import { describeCommonRefusals, describeProblemExamples } from './refusals'
import { describeSchemas, nameSchema, refer } from './schemas'
import { allTags } from './tags'

const introduction = `Keep the stock of a company: items, purchase orders, a stock ledger, an audit log and snapshots, over JSON.

- Send your API key with each request: \`Authorization: Bearer <API_KEY>\`. The scope that an operation needs stands with it.
- A list has pages of at most 100 rows: \`limit\` and \`offset\`. \`pagination.total\` is exact.
- An error has a \`code\` for programs and a \`message\` for people. \`field\` names the field that is at fault.
- To send a change again after a lost answer, send the same \`Idempotency-Key\`: it has one effect.
- After a 429, wait for the seconds in \`Retry-After\`.
- Every answer has \`Cache-Control: no-store\` and \`X-Content-Type-Options: nosniff\`.
- Times are ISO 8601 in UTC, with milliseconds. Amounts of money are decimal texts.
- Within v1, the API only grows: ignore fields that you do not know. What goes is announced six months ahead, in the changelog and
  with the headers \`Deprecation\` and \`Sunset\`.

The guides show each subject step by step: [read them](/v1/docs#guides).`

/** The API's OpenAPI 3.1 document, made of the routes and their schemas. */
export function describeApi(): object {
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
      description: introduction,
      contact: { name: 'The team of the inventory service' },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/v1', description: 'Where this document is served' }],
    security: [{ key: [] }],
    tags: allTags,
    paths,
    webhooks: describeEvents(),
    components: {
      securitySchemes: {
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API key: `sk_live_…`, or `sk_test_…` on a local service.',
        },
      },
      headers,
      parameters: commonParameters,
      examples: describeProblemExamples(),
      responses: describeCommonRefusals(),
      schemas: describeSchemas(),
    },
  }
}

/** What receivers of events get: the feed, the bus and webhooks send the same. A test comes to webhooks alone. */
function describeEvents(): { [type: string]: object } {
  const descriptions: { [name: string]: string } = eventDescriptions
  const events = Object.entries(eventSchemas).map(([type, schema]) => [
    type,
    describeReceiver(descriptions[nameSchema(schema)], describeJson(refer(Event), undefined, refer(schema))),
  ])
  const content = describeJson(refer(Event), undefined, refer(WebhookTest)) // Go would get a name without a type
  const test = describeReceiver(webhookDescriptions.WebhookTest, content)
  return { ...Object.fromEntries(events), [testEventType]: test }
}

/** Clients do not call it: what is marked as internal, generators leave out. */
function describeReceiver(summary: string | undefined, content: object): object {
  const responses = { 200: { description: 'The event was taken.' } }
  return { post: { summary, 'x-internal': true, requestBody: { required: true, content }, responses } }
}
