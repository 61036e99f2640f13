import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { ApiKey, type RestApi, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway'
import * as cognito from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { invitationMs } from '../../functions/domain/companies/person'
import { acknowledge } from '../acknowledgements'
import { version } from '../api/api'
import { type FunctionId, pagesId } from '../entries'
import { allow, type Functions } from '../functions'
import type { OidcProvider } from '../switches'

/** Who verifies tokens, or asks for accounts. */
const askers: FunctionId[] = ['authorizer', 'list-invitations', 'link-account', 'invite-person']

/** Where the dashboard of a stack is, below the address of its API. */
const dashboardPath = '/dashboard'

type Options = {
  disposable: boolean
  api: RestApi
  /** Null for a user pool of the stack. */
  provider: OidcProvider | null
  /** Owners need a second factor. In a pool of the stack, everybody does: its access tokens do not say who had one. */
  ownerMfa: boolean
  /** The address of the API at one's own domain, if there is one. */
  url: string | null
  /** The address from which mails come, if there is one. */
  mailFrom: string | null
}

/**
 * Adds what signs people in: a user pool of the stack, unless another provider is named. All people share one key of
 * API Gateway's, so that an invitation takes no call of its control plane: the meter limits each of them.
 */
export function addPeople(scope: Construct, functions: Functions, options: Options): void {
  const { disposable, api, provider, ownerMfa, url, mailFrom } = options
  const baseUrls = [makeBaseUrl(api), ...(url === null ? [] : [url])]
  const dashboard = makeDashboardUrl(api, url)
  const pool = provider === null ? createUserPool(scope, { disposable, ownerMfa, baseUrls, dashboard, mailFrom }) : null
  const signIn = pool?.provider ?? { issuer: '', ...provider, userPool: null }
  const origins = [...(pool ? [pool.domain.baseUrl()] : []), takeOrigin(signIn.issuer)]
  new CfnOutput(scope, 'SignInIssuer', { value: signIn.issuer })
  new CfnOutput(scope, 'UserPoolId', { value: signIn.userPool ?? 'none' })
  const gatewayKey = makeGatewayKeyValue()
  createSharedKey(scope, { stage: api.deploymentStage, value: gatewayKey })
  const { userPool: _, ...shown } = signIn
  functions.give([pagesId], { environment: { SIGN_IN: Stack.of(scope).toJsonString({ ...shown, origins }) } })
  const environment = { PEOPLE: Stack.of(scope).toJsonString({ ...signIn, gatewayKey, ownerMfa }) }
  functions.give(askers, { environment })
  if (pool) functions.give(['invite-person'], { statements: [allow(['cognito-idp:AdminCreateUser'], pool.arn)] })
}

/** `https://` and the host. That of a user pool is known when the stack is deployed. */
function takeOrigin(issuer: string): string {
  return Fn.join('//', ['https:', Fn.select(2, Fn.split('/', issuer))])
}

/** Digits and letters, as API Gateway asks for: the stack's UUID. It is an identifier, and no secret. */
function makeGatewayKeyValue(): string {
  return Fn.join('', Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
}

/** A tenth of what API Gateway takes of an account: people send what pages ask for. */
const throttle = { rateLimit: 1_000, burstLimit: 2_000 }

function createSharedKey(scope: Construct, { stage, value }: { stage: Stage; value: string }): void {
  const key = new ApiKey(scope, 'PeopleKey', { description: 'The key of all people', value })
  const plan = new UsagePlan(scope, 'PeoplePlan', {
    description: 'People: the meter limits each',
    throttle,
    apiStages: [{ api: stage.restApi, stage }],
  })
  plan.addApiKey(key)
}

/** Not `api.url`: that needs the stage, and so the authorizer, which needs the client. */
function makeBaseUrl(api: RestApi): string {
  return `https://${api.restApiId}.execute-api.${Aws.REGION}.${Aws.URL_SUFFIX}/${version}`
}

/** At one's own domain, where there is one. */
export function makeDashboardUrl(api: RestApi, url: string | null): string {
  return `${url ?? makeBaseUrl(api)}${dashboardPath}`
}

/** `mailFrom`: without it, Amazon Cognito sends its mails itself: 50 a day. */
type PoolOptions = Pick<Options, 'disposable' | 'ownerMfa' | 'mailFrom'> & { baseUrls: string[]; dashboard: string }

/** Sign-ins lead back to the dashboard at each of `baseUrls`. */
function createUserPool(scope: Construct, { disposable, ownerMfa, baseUrls, dashboard, mailFrom }: PoolOptions) {
  const pool = new cognito.UserPool(scope, 'People', {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    keepOriginal: { email: true }, // until the new address is proven
    mfa: ownerMfa ? cognito.Mfa.REQUIRED : cognito.Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: {
      minLength: 12,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.millis(invitationMs),
    },
    accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
    userInvitation: {
      emailSubject: 'Your account at the inventory service',
      emailBody: `Sign in at ${dashboard} as {username} with the password {####} within seven days. It is for the first time alone.`,
    },
    deletionProtection: !disposable,
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  acknowledge(pool, 'userPool')
  if (!ownerMfa) acknowledge(pool, 'optionalFactor')
  if (mailFrom !== null) sendBySes(pool, mailFrom)
  const client = createClient(
    pool,
    baseUrls.map((url) => `${url}${dashboardPath}`),
  )
  const domain = pool.addDomain('SignIn', {
    cognitoDomain: { domainPrefix: Fn.join('-', ['inventory', makeGatewayKeyValue()]) },
    managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  })
  new cognito.CfnManagedLoginBranding(scope, 'SignInPages', {
    userPoolId: pool.userPoolId,
    clientId: client.ref,
    useCognitoProvidedValues: true,
  })
  new CfnOutput(scope, 'SignInUrl', { value: domain.baseUrl() })
  const { userPoolProviderUrl: issuer, userPoolId: userPool, userPoolArn: arn } = pool
  return { arn, domain, provider: { issuer, userPool, clientId: client.ref, audience: null } }
}

/** By the domain that SES has verified. Not `UserPoolEmail`: it asks for a region, and the stack fits in any. */
function sendBySes({ node }: cognito.UserPool, from: string): void {
  const [, domain = ''] = from.split('@')
  const sourceArn = `arn:${Aws.PARTITION}:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${domain}`
  const resource = node.defaultChild
  if (!(resource instanceof cognito.CfnUserPool)) throw new Error('the user pool has no resource')
  resource.emailConfiguration = { emailSendingAccount: 'DEVELOPER', from, sourceArn }
}

/**
 * People sign in on the pool's pages alone. Cognito fills an empty list with a default that is open to strangers, so
 * both lists name one that is of use to nobody: a flow that needs rights in the account, and an attribute that nothing
 * reads. See docs/decisions/0045. Not `addClient`: it adds a flow to the list.
 */
function createClient(pool: cognito.UserPool, urls: string[]): cognito.CfnUserPoolClient {
  return new cognito.CfnUserPoolClient(new Construct(pool, 'Dashboard'), 'Resource', {
    userPoolId: pool.userPoolId,
    generateSecret: false,
    explicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    writeAttributes: ['zoneinfo'],
    supportedIdentityProviders: ['COGNITO'],
    callbackUrLs: urls,
    logoutUrLs: urls,
    allowedOAuthFlowsUserPoolClient: true,
    allowedOAuthFlows: ['code'],
    allowedOAuthScopes: ['openid', 'email'],
    preventUserExistenceErrors: 'ENABLED',
    enableTokenRevocation: true,
    tokenValidityUnits: { accessToken: 'hours', idToken: 'hours', refreshToken: 'hours' },
    accessTokenValidity: 1,
    idTokenValidity: 1,
    refreshTokenValidity: 24,
    // Each works once, but for a page whose answer was lost.
    refreshTokenRotation: { feature: 'ENABLED', retryGracePeriodSeconds: 30 },
  })
}
