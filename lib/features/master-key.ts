import { CfnOutput, RemovalPolicy } from 'aws-cdk-lib'
import { Secret } from 'aws-cdk-lib/aws-secretsmanager'
import type { Construct } from 'constructs'
import { acknowledge } from '../acknowledgements'
import type { FunctionId } from '../entries'
import { allow, type Functions } from '../functions'

/** Who signs, or shows a secret: nobody else may read the master key. */
const readers: FunctionId[] = ['create-webhook', 'rotate-webhook-secret', 'deliver-webhook', 'create-key']

/** Adds the key under which secrets are sealed, unless one is named. It outlives a stack that is kept. */
export function addMasterKey(scope: Construct, functions: Functions, { disposable }: { disposable: boolean }): void {
  const arn = findMasterKey(scope) ?? createMasterKey(scope, disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN)
  new CfnOutput(scope, 'WebhookKey', { value: arn })
  functions.give(readers, {
    statements: [allow(['secretsmanager:GetSecretValue'], arn)],
    environment: { WEBHOOK_KEY: arn },
  })
}

function createMasterKey(scope: Construct, removalPolicy: RemovalPolicy): string {
  const secret = new Secret(scope, 'MasterKey', {
    description: 'Seals the secrets that the table holds. Without it, none of them can be opened',
    generateSecretString: { passwordLength: 64, excludePunctuation: true },
    removalPolicy,
  })
  acknowledge(secret, 'masterKey')
  return secret.secretArn
}

/** The existing secret that the context value `webhookKey` names: a table's webhooks were sealed under one. */
function findMasterKey(scope: Construct): string | null {
  const arn: unknown = scope.node.tryGetContext('webhookKey')
  if (arn === undefined) return null
  if (typeof arn === 'string' && /^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:[\w/+=.@-]+-\w{6}$/.test(arn))
    return arn
  throw new Error('The context value "webhookKey" must be the whole ARN of a secret in Secrets Manager.')
}
