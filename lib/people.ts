import { Aws, CfnOutput, Duration, Fn, RemovalPolicy, Stack } from 'aws-cdk-lib'
import { ApiKey, type RestApi, type Stage, UsagePlan } from 'aws-cdk-lib/aws-apigateway'
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  CfnUserPoolClient,
  ManagedLoginVersion,
  Mfa,
  UserPool,
} from 'aws-cdk-lib/aws-cognito'
import { Construct } from 'constructs'
import { invitationMs } from '../functions/domain/companies/person'
import type { RouteId } from '../functions/routes'
import { acknowledgeUserPool } from './acknowledgements'
import { version } from './api'
import type { JobId } from './entries'
import { allow, type Needs } from './function'
import type { OidcProvider } from './switches'

/** Who verifies tokens, and who may do what to the user pool. */
const askers: (RouteId | JobId)[] = ['authorizer', 'link-account']
const poolActions: Partial<Record<RouteId | JobId, string[]>> = {
  'invite-person': ['cognito-idp:AdminCreateUser', 'cognito-idp:AdminGetUser'],
  'remove-person': ['cognito-idp:AdminDeleteUser'],
}

/** Where the dashboard of a stack is, below the address of its API. */
const dashboardPath = '/dashboard'

/**
 * Who signs people in. `signIn`: what the dashboard needs, as JSON. `needsOf`: what a function needs of it. `complete`
 * adds what knows the API.
 */
export type People = {
  signIn: string
  needsOf: (id: RouteId | JobId) => Needs
  complete: (api: RestApi, stage: Stage) => void
}

type Options = {
  disposable: boolean
  /** Null for a user pool of the stack. */
  provider: OidcProvider | null
  /** The address of the API at one's own domain, if there is one. */
  url: string | null
}

/**
 * People sign in at a user pool of the stack, unless another provider is named. All share one key of API Gateway's, so
 * that an invitation takes no call of its control plane: the meter limits each of them.
 */
export function createPeople(scope: Construct, { disposable, provider, url }: Options): People {
  const pool = provider === null ? createUserPool(scope, { disposable }) : null
  const signIn = pool?.provider ?? { issuer: '', ...provider, userPool: null }
  const origins = [...(pool ? [pool.domain.baseUrl()] : []), takeOrigin(signIn.issuer)]
  new CfnOutput(scope, 'SignInIssuer', { value: signIn.issuer })
  new CfnOutput(scope, 'UserPoolId', { value: signIn.userPool ?? 'none' })
  const gatewayKey = makeGatewayKeyValue()
  const people = Stack.of(scope).toJsonString({ ...signIn, gatewayKey })
  const { userPool, ...shown } = signIn
  return {
    signIn: Stack.of(scope).toJsonString({ ...shown, origins }),
    needsOf: (id) => {
      const actions = poolActions[id]
      const statements = actions && pool ? [allow(actions, pool.arn)] : []
      return { statements, environment: actions || askers.includes(id) ? { PEOPLE: people } : {} }
    },
    complete: (api, stage) => {
      createSharedKey(scope, { stage, value: gatewayKey })
      if (pool) setCallbacks(pool.client, [makeBaseUrl(api), ...(url === null ? [] : [url])])
    },
  }
}

/** `https://` and the host. That of a user pool is known when the stack is deployed. */
function takeOrigin(issuer: string): string {
  return Fn.join('//', ['https:', Fn.select(2, Fn.split('/', issuer))])
}

/** Digits and letters, as API Gateway asks for: the stack's UUID. It is an identifier, and no secret. */
function makeGatewayKeyValue(): string {
  return Fn.join('', Fn.split('-', Fn.select(2, Fn.split('/', Aws.STACK_ID))))
}

/** Its throttle is that of the stage. */
function createSharedKey(scope: Construct, { stage, value }: { stage: Stage; value: string }): void {
  const key = new ApiKey(scope, 'PeopleKey', { description: 'The key of all people', value })
  const plan = new UsagePlan(scope, 'PeoplePlan', {
    description: 'People: the meter limits each',
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

function setCallbacks(client: CfnUserPoolClient, baseUrls: string[]): void {
  const urls = baseUrls.map((url) => `${url}${dashboardPath}`)
  client.callbackUrLs = urls
  client.logoutUrLs = urls
}

function createUserPool(scope: Construct, { disposable }: { disposable: boolean }) {
  const pool = new UserPool(scope, 'People', {
    selfSignUpEnabled: false,
    signInAliases: { email: true },
    signInCaseSensitive: false,
    autoVerify: { email: true },
    keepOriginal: { email: true }, // until the new address is proven
    mfa: Mfa.OPTIONAL,
    mfaSecondFactor: { otp: true, sms: false },
    passwordPolicy: {
      minLength: 12,
      requireDigits: true,
      requireLowercase: true,
      requireUppercase: true,
      requireSymbols: true,
      tempPasswordValidity: Duration.millis(invitationMs),
    },
    accountRecovery: AccountRecovery.EMAIL_ONLY,
    userInvitation: {
      emailSubject: 'You are invited to an inventory',
      emailBody: 'Sign in as {username} with the password {####} within seven days. It is for the first time alone.',
    },
    deletionProtection: !disposable,
    removalPolicy: disposable ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
  })
  acknowledgeUserPool(pool)
  const client = createClient(pool)
  const domain = pool.addDomain('SignIn', {
    cognitoDomain: { domainPrefix: Fn.join('-', ['inventory', makeGatewayKeyValue()]) },
    managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
  })
  new CfnManagedLoginBranding(scope, 'SignInPages', {
    userPoolId: pool.userPoolId,
    clientId: client.ref,
    useCognitoProvidedValues: true,
  })
  new CfnOutput(scope, 'SignInUrl', { value: domain.baseUrl() })
  const { userPoolProviderUrl: issuer, userPoolId: userPool, userPoolArn: arn } = pool
  return { arn, client, domain, provider: { issuer, userPool, clientId: client.ref, audience: null } }
}

/**
 * People sign in on the pool's pages alone. Cognito fills an empty list with a default that is open to strangers, so
 * both lists name one that is of use to nobody: a flow that needs rights in the account, and an attribute that nothing
 * reads. See docs/decisions/0045. Not `addClient`: it adds a flow to the list.
 */
function createClient(pool: UserPool): CfnUserPoolClient {
  return new CfnUserPoolClient(new Construct(pool, 'Dashboard'), 'Resource', {
    userPoolId: pool.userPoolId,
    generateSecret: false,
    explicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    writeAttributes: ['zoneinfo'],
    supportedIdentityProviders: ['COGNITO'],
    allowedOAuthFlowsUserPoolClient: true,
    allowedOAuthFlows: ['code'],
    allowedOAuthScopes: ['openid', 'email'],
    preventUserExistenceErrors: 'ENABLED',
    enableTokenRevocation: true,
    tokenValidityUnits: { accessToken: 'hours', idToken: 'hours', refreshToken: 'hours' },
    accessTokenValidity: 1,
    idTokenValidity: 1,
    refreshTokenValidity: 24,
  })
}
