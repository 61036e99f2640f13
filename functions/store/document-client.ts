import { type DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, type TranslateConfig } from '@aws-sdk/lib-dynamodb'
import { getEndpointFromInstructions, toEndpointV1 } from '@smithy/core/endpoints'
import { getSchemaSerdePlugin } from '@smithy/core/schema'
import { observeClock } from './clock-difference'

type Config = DynamoDBClient['config']
type Stack = DynamoDBClient['middlewareStack']
type Context = Parameters<Stack['resolve']>[1]
type LastStep = Parameters<Stack['resolve']>[0]
type Handler = ReturnType<Stack['resolve']>
type Options = { abortSignal?: AbortSignal }
/** What each step hands on to the next. */
type SentArgs = { request?: unknown; options?: Options }

/** A command of the document client, with the parts that its types hide. */
type DocumentCommand = {
  constructor: new (input: object) => DocumentCommand
  input: never
  middlewareStack: Stack
  clientCommand: { schema?: unknown }
  addMarshallingMiddleware: (config: unknown) => void
}

/** Steps of the SDK that this service does not need, or whose outcome is the same for each call. */
const leftOut = [
  'loggerMiddleware', // even without a logger, it copies every request and response
  'getUserAgentMiddleware',
  'recursionDetectionMiddleware', // stops functions that call each other in a circle: a table calls nothing
  'httpAuthSchemeMiddleware', // chooses how to sign: there is one way
]

/**
 * A document client that does once what the SDK does for each call: collect the steps of a command, find the endpoint,
 * make a signer. That is half of the processor time of a call. The steps themselves are the SDK's: marshalling,
 * retries, signing, sending within time limits, errors. A step that is added to the client after the first call of a
 * command has no effect.
 */
export function openDocumentClient(client: DynamoDBClient, translateConfig: TranslateConfig): DynamoDBDocumentClient {
  const { requestHandler } = client.config
  for (const name of leftOut) client.middlewareStack.remove(name)
  const findEndpoint = once(() => getEndpointFromInstructions({}, GetItemCommand, { ...client.config }))
  useLeanSerializer(client, async () => toEndpointV1(await findEndpoint()))
  const db = DynamoDBDocumentClient.from(client, translateConfig)
  const makeContext = prepareContext(client.config, findEndpoint)
  const send: LastStep = async ({ request, options }: SentArgs) => {
    const sentAt = Date.now()
    const handled = await requestHandler.handle(request as never, options)
    observeClock(handled.response.headers.date, sentAt)
    return handled as never
  }
  const handlers = new Map<unknown, Handler>()
  const prepare = (command: DocumentCommand): Handler => {
    const handler = makeStack(db, command).resolve(send, makeContext(command))
    handlers.set(command.constructor, handler)
    return handler
  }
  return Object.assign(db, {
    // As with the SDK's own cacheMiddleware, calls share what the steps tell each other.
    send: async (command: DocumentCommand, options: Options = {}) => {
      const handle = handlers.get(command.constructor) ?? prepare(command)
      return (await handle({ input: command.input, options } as never)).output
    },
  }) as DynamoDBDocumentClient
}

/** The SDK's step copies its configuration twice for each call. So it gets only the parts that it uses. */
function useLeanSerializer({ config, middlewareStack }: DynamoDBClient, endpoint: Config['endpoint']): void {
  const { protocol, streamCollector, urlParser, base64Decoder, base64Encoder, utf8Decoder, utf8Encoder } = config
  const coders = { base64Decoder, base64Encoder, utf8Decoder, utf8Encoder }
  const parts = { ...coders, protocol, streamCollector, urlParser, requestHandler: config.requestHandler, endpoint }
  middlewareStack.use(getSchemaSerdePlugin(parts as never))
}

/** All steps of a kind of command. */
function makeStack({ config, middlewareStack }: DynamoDBDocumentClient, sent: DocumentCommand): Stack {
  const command = new sent.constructor({}) // not the one that is sent: its input would be kept
  command.addMarshallingMiddleware(config)
  return (middlewareStack as Stack).concat(command.middlewareStack)
}

/** What the steps of a call tell each other. */
function prepareContext(config: Config, findEndpoint: () => ReturnType<typeof getEndpointFromInstructions>) {
  const findSigner = once(async () => config.signer((await findEndpoint()).properties?.authSchemes?.[0] as never))
  const signing = { signer: findSigner, systemClockOffset: 0 }
  const schemeId = 'aws.auth#sigv4'
  const scheme = config.httpAuthSchemes.find((each) => each.schemeId === schemeId)
  if (!scheme) throw new Error(`the SDK no longer knows ${schemeId}`)
  return ({ clientCommand }: DocumentCommand): Context => {
    const context: Context = {}
    const httpAuthOption = { schemeId, signingProperties: { config: signing, context } }
    const selectedHttpAuthScheme = { httpAuthOption, identity: {}, signer: scheme.signer }
    context.__smithy_context = { operationSchema: clientCommand.schema, selectedHttpAuthScheme }
    return context
  }
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= make()
    return result
  }
}
