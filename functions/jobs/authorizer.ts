import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { isUsable } from '../domain/companies/api-key'
import { makeGatewayValue } from '../domain/companies/gateway-key'
import { findUsableKey } from '../operations/companies/usable-principal'
import { acceptInvitation } from '../operations/people/people'
import { env } from '../runtime/env'
import { makeAuthorizerContext, makeStrangerContext } from '../runtime/gateway/authorizer-context'
import { withMetrics } from '../runtime/metrics'
import { openVerifier } from '../runtime/people/access-token'
import { openTable } from '../store/client'
import { isPerson } from '../store/companies/principal-row'
import { findPrincipal, hashSubject } from '../store/companies/principals'

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
  if (!verified) return null
  const hash = hashSubject(verified)
  const person = await findPrincipal(table, hash)
  // A provider that is not ours does not tell at an invitation who it is: the person has to be linked.
  if (person === null && people.userPool === null)
    return { context: makeStrangerContext({ hash, ...verified }), usageIdentifierKey: people.gatewayKey }
  if (!person || !isPerson(person) || !isUsable(person, table.now())) return null
  if (person.accepted_at === undefined && !(await acceptInvitation(table, person))) return null
  const context = makeAuthorizerContext({ hash, ...verified }, person)
  return { context, usageIdentifierKey: people.gatewayKey }
}
