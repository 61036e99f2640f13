import { Match } from 'aws-cdk-lib/assertions'
import { synthesizeTemplate } from '../support/template'

const prod = synthesizeTemplate('prod')

test('a sign-in begins on the pages of the pool alone: no call that is open to strangers can begin one', () => {
  prod.resourceCountIs('AWS::Cognito::UserPoolClient', 1)
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    ExplicitAuthFlows: ['ALLOW_ADMIN_USER_PASSWORD_AUTH'],
    SupportedIdentityProviders: ['COGNITO'],
    AllowedOAuthFlowsUserPoolClient: true,
    AllowedOAuthFlows: ['code'],
    PreventUserExistenceErrors: 'ENABLED',
    EnableTokenRevocation: true,
    GenerateSecret: false,
  })
})

test('nobody changes what the pool says of a person: neither the token nor the client is for that', () => {
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', {
    AllowedOAuthScopes: ['openid', 'email'],
    WriteAttributes: ['zoneinfo'],
  })
  // Nothing is required: Cognito is said to refuse a list that leaves out what is.
  prod.hasResourceProperties('AWS::Cognito::UserPool', { Schema: Match.absent() })
})

test('the pool: nobody signs up, and an address counts once it is proven', () => {
  prod.hasResourceProperties('AWS::Cognito::UserPool', {
    AdminCreateUserConfig: Match.objectLike({ AllowAdminCreateUserOnly: true }),
    UsernameAttributes: ['email'],
    AutoVerifiedAttributes: ['email'],
    UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    MfaConfiguration: 'OPTIONAL',
    EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    LambdaConfig: Match.absent(),
    DeletionProtection: 'ACTIVE',
  })
})

test('the pages of the pool lead back to the dashboard of the API, and nowhere else', () => {
  const own = { 'Fn::Join': ['', Match.arrayWith(['https://', '/v1/dashboard'])] }
  prod.hasResourceProperties('AWS::Cognito::UserPoolClient', { CallbackURLs: [own], LogoutURLs: [own] })
})

test.each([
  ['InvitePerson', ['AdminCreateUser', 'AdminGetUser']],
  ['RemovePerson', ['AdminDeleteUser']],
])('%s may do this to the pool, and nothing else; no other function may do anything', (name, actions) => {
  const roles = Object.entries(prod.findResources('AWS::IAM::Role'))
  const found = roles.flatMap(([id, { Properties }]) => {
    const calls = JSON.stringify(Properties).match(/(?<="cognito-idp:)\w+/g)
    return calls ? [{ id, calls }] : []
  })
  expect(found).toHaveLength(2)
  expect(found.find(({ id }) => id.startsWith(`${name}Role`))?.calls).toEqual(actions)
})
