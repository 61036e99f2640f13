import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { makeArn } from '../names'
import { findDenial, type Policies } from '../rights/callers'
import { type Served, serve } from '../serve'
import { type Secret, Stage } from './secrets'

type SecretsError = { __type: string; Message: string }
type Operation = (secret: Secret, body: unknown, now: number) => object | SecretsError

const Request = z.object({ SecretId: z.string() })
const GetSecretValue = z.object({ VersionStage: Stage.default('AWSCURRENT') })
const PutSecretValue = z.object({
  SecretString: z.string().min(1).max(65_536),
  ClientRequestToken: z.string().min(32).max(64),
  VersionStages: z.tuple([z.literal('AWSCURRENT')]).optional(),
})

/** What Secrets Manager can do, as far as it is needed here. */
const operations: Record<string, Operation> = {
  GetSecretValue: define(GetSecretValue, (secret, { VersionStage }) => {
    const version = secret.get(VersionStage)
    if (!version) return refuse('ResourceNotFoundException', `the secret has no value for ${VersionStage}`)
    const { id: VersionId, value: SecretString, created } = version
    const VersionStages = [VersionStage]
    return { ARN: secret.arn, Name: secret.name, VersionId, SecretString, VersionStages, CreatedDate: created / 1_000 }
  }),
  PutSecretValue: define(PutSecretValue, (secret, request, now) => {
    const { SecretString: value, ClientRequestToken: id } = request
    const known = secret.find(id)
    if (known && known.value !== value) return refuse('ResourceExistsException', 'this version has another value')
    secret.put({ id, value, created: now })
    return { ARN: secret.arn, Name: secret.name, VersionId: id, VersionStages: ['AWSCURRENT'] }
  }),
}

/**
 * Offers the secrets as Secrets Manager does, by the protocol that the AWS SDK speaks (AWS JSON 1.1). A call passes
 * only if the policies of the calling function allow it, or if the engineer makes it. A secret has a name and an ARN.
 */
export function openSecretsEndpoint(
  secrets: Secret[],
  { policies, now }: { policies: Policies; now: () => number },
): Promise<Served> {
  return serve(async (incoming, outgoing) => {
    const request: unknown = JSON.parse(await text(incoming))
    const name = String(incoming.headers['x-amz-target']).split('.')[1] ?? ''
    const operation = operations[name]
    const parsed = Request.safeParse(request)
    if (!operation || !parsed.success) return answer(outgoing, refuse('InvalidRequestException', 'not known here'))
    const { SecretId } = parsed.data
    const secret = secrets.find((each) => each.name === SecretId || each.arn === SecretId)
    const resource = SecretId.startsWith('arn:') ? SecretId : makeArn('AWS::SecretsManager::Secret', SecretId)
    const denial = findDenial(incoming, policies, { action: `secretsmanager:${name}`, resource })
    if (denial !== null) return answer(outgoing, refuse('AccessDeniedException', denial))
    if (!secret) return answer(outgoing, refuse('ResourceNotFoundException', 'there is no such secret'))
    answer(outgoing, operation(secret, request, now()))
  })
}

function define<Schema extends z.ZodType>(
  schema: Schema,
  run: (secret: Secret, request: z.output<Schema>, now: number) => object | SecretsError,
): Operation {
  return (secret, body, now) => {
    const parsed = schema.safeParse(body)
    return parsed.success
      ? run(secret, parsed.data, now)
      : refuse('InvalidParameterException', z.prettifyError(parsed.error))
  }
}

function refuse(__type: string, Message: string): SecretsError {
  return { __type, Message }
}

function answer(outgoing: ServerResponse, result: object | SecretsError): void {
  outgoing.writeHead('__type' in result ? 400 : 200, { 'content-type': 'application/x-amz-json-1.1' })
  outgoing.end(JSON.stringify(result))
}
