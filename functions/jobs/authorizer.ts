import type { APIGatewayAuthorizerResult, APIGatewayTokenAuthorizerEvent } from 'aws-lambda'
import { findUsableKey } from '../operations/companies/api-keys'
import { makeAuthorizerContext } from '../runtime/authorizer-context'
import { env } from '../runtime/env'
import { withMetrics } from '../runtime/metrics'
import { openTable } from '../store/client'
import { hashSecret } from '../store/companies/api-keys'

const table = openTable(env.TABLE_NAME)

/** API Gateway answers 401 to exactly this message, and 500 to any other. */
const refusal = 'Unauthorized'

/** API Gateway caches the result for all paths, so it allows the whole stage. The meter checks what changed since. */
export const handler = withMetrics(
  async (event: APIGatewayTokenAuthorizerEvent): Promise<APIGatewayAuthorizerResult> => {
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
      context: makeAuthorizerContext(hashSecret(secret), key),
      // The documented charset of API Gateway keys has no underscore. The secret itself is not passed on.
      usageIdentifierKey: key.id.slice('key_'.length),
    }
  },
)
