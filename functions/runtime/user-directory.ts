import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'

/** The provider's subject of a person. */
export type Subject = { issuer: string; subject: string }

/** Where the people of the provider are kept. Each call can be repeated. */
export type UserDirectory = {
  /** Sends the invitation. Null where the provider does not tell: the person is linked at the first sign-in. */
  add: (person: { id: string; email: string; name: string }) => Promise<Subject | null>
  remove: (email: string) => Promise<void>
}

/** Of a provider that is not ours: it knows its own people. */
export const foreignDirectory: UserDirectory = { add: async () => null, remove: async () => {} }

/** A user pool of Amazon Cognito. It mails the invitation, and sends it again to one who was added before. */
export function openUserPool({ issuer, id: UserPoolId }: { issuer: string; id: string }): UserDirectory {
  const pool = new CognitoIdentityProviderClient({})
  const add = async (email: string, name: string) => {
    const UserAttributes = Object.entries({ email, name, email_verified: 'true' }).map(([Name, Value]) => ({
      Name,
      Value,
    }))
    const command = { UserPoolId, Username: email, UserAttributes, DesiredDeliveryMediums: ['EMAIL' as const] }
    try {
      return (await pool.send(new AdminCreateUserCommand(command))).User?.Attributes
    } catch (error) {
      if (!(error instanceof UsernameExistsException)) throw error
      const { UserStatus, UserAttributes } = await pool.send(new AdminGetUserCommand({ UserPoolId, Username: email }))
      const isUnused = UserStatus === 'FORCE_CHANGE_PASSWORD'
      if (isUnused) await pool.send(new AdminCreateUserCommand({ ...command, MessageAction: 'RESEND' }))
      return UserAttributes
    }
  }
  return {
    add: async ({ email, name }) => {
      const subject = (await add(email, name))?.find(({ Name }) => Name === 'sub')?.Value
      if (subject === undefined) throw new Error('the user pool names no subject')
      return { issuer, subject }
    },
    remove: async (email) => {
      try {
        await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username: email }))
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error
      }
    },
  }
}
