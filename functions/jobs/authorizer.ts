import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { makeGatewayValue } from '../domain/companies/gateway-key'
import { findUsableKey, findUsablePerson } from '../operations/companies/usable-principal'
import { env } from '../runtime/env'
import { makeAuthorizerContext, makeStrangerContext } from '../runtime/gateway/authorizer-context'
import { withMetrics } from '../runtime/metrics'
import { openVerifier } from '../runtime/people/access-token'
import { openTable } from '../store/table/table'

const table = openTable(env.TABLE_NAME)
const { PEOPLE: people } = env
const verifyToken = people && openVerifier(people)

/** API Gateway answers 401 to exactly this message, and 500 to any other. */
const refusal = 'Unauthorized'

/** API Gateway caches the result for all paths, so it allows the whole stage. The meter checks what changed since. */
export const handler = withMetrics(
  async (event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
    const credential = /^Bearer +(\S+)$/i.exec(event.authorizationToken.trim())?.[1] ?? ''
    const principal = (await findKey(credential)) ?? (await findPerson(credential))
    if (principal === null) throw new Error(refusal)
    const { context, usageIdentifierKey } = principal
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
  const { hash, person } = await findUsablePerson(table, verified)
  // In a pool of ours, everybody needs a second factor where owners do: its tokens do not say it.
  const isFactorMissing = people.ownerMfa && people.userPool === null && !verified.hasSecondFactor
  const principal = { hash, token: { ...verified, isFactorMissing } }
  if (person === 'unknown') return { context: makeStrangerContext(principal), usageIdentifierKey: people.gatewayKey }
  return person && { context: makeAuthorizerContext(principal, person), usageIdentifierKey: people.gatewayKey }
}
