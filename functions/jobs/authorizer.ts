import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { makeGatewayValue } from '../domain/companies/gateway-key'
import { findUsableKey, findUsablePerson } from '../operations/companies/usable-principal'
import { acceptInvitation } from '../operations/people/people'
import { openVerifier } from '../runtime/access-token'
import { makeAuthorizerContext } from '../runtime/authorizer-context'
import { env } from '../runtime/env'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/client'
import { isPerson } from '../store/companies/principal-row'

const table = openTable(env.TABLE_NAME)
const { PEOPLE: people } = env
const verifyToken = people && openVerifier(people)

/** API Gateway answers 401 to exactly this message, and 500 to any other. */
const refusal = 'Unauthorized'

/** API Gateway caches the result for all paths, so it allows the whole stage. The meter checks what changed since. */
export const handler = withMetrics(
  async (event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const credential = /^Bearer +(\S+)$/i.exec(event.authorizationToken.trim())?.[1] ?? ''
    const caller = (await findKey(credential)) ?? (await findPerson(credential))
    if (caller === null) throw new Error(refusal)
    const { context, usageIdentifierKey } = caller
    const [api, stage] = event.methodArn.split('/')
    return {
      principalId: context.company_id,
      policyDocument: {
        Version: '2012-10-17',
        Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/${stage}/*/*` }],
      },
      context,
      usageIdentifierKey,
    }
  },
)

async function findKey(secret: string) {
  const key = await findUsableKey(table, secret)
  if (key === null) return null
  const usageIdentifierKey = makeGatewayValue(key.principal.id)
  return { context: makeAuthorizerContext(key, key.principal), usageIdentifierKey }
}

/** All people share one key of API Gateway's: the meter limits each of them. */
async function findPerson(token: string) {
  if (!people || !verifyToken) return null
  const verified = await verifyToken(token)
  const person = verified && (await findUsablePerson(table, verified))
  if (!person || !isPerson(person.principal)) return null
  const isInvited = person.principal.accepted_at === undefined
  if (isInvited && !(await acceptInvitation(table, person.principal))) return null
  const context = makeAuthorizerContext({ hash: person.hash, expiresAt: verified.expiresAt }, person.principal)
  return { context, usageIdentifierKey: people.gatewayKey }
}
