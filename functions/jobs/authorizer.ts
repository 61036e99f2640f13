import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { findUsableKey } from '../operations/companies/api-keys'
import { authorizerContext } from '../runtime/authorizer-context'
import { env } from '../runtime/env'
import { openTable } from '../store/client'
import { hashOf } from '../store/companies/api-keys'

const table = openTable(env.TABLE_NAME)

/** API Gateway answers 401 to exactly this message, and 500 to any other. */
const refusal = 'Unauthorized'

/**
 * Says who a Bearer key is. API Gateway keeps the answer for the key's next requests, on whatever path: so the policy covers all
 * of the stage, and what may have changed meanwhile is left to the meter.
 */
export async function handler(event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> {
  const secret = /^Bearer +(\S+)$/i.exec(event.authorizationToken.trim())?.[1]
  const key = secret === undefined ? null : await findUsableKey(table, secret)
  if (secret === undefined || key === null) throw new Error(refusal)
  const [api, stage] = event.methodArn.split('/')
  return {
    principalId: key.company_id,
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource: `${api}/${stage}/*/*` }],
    },
    context: authorizerContext(hashOf(secret), key),
    // The documented charset of API Gateway keys has no underscore; the secret itself stays here.
    usageIdentifierKey: key.id.slice('key_'.length),
  }
}
