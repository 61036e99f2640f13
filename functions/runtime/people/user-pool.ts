import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientLimits } from '../client-limits'
import type { UserDirectory } from './user-directory'

/** A user pool of Amazon Cognito. It mails the invitation, and sends it again to one who was added before. */
export function openUserPool({ issuer, id: UserPoolId }: { issuer: string; id: string }): UserDirectory {
  const pool = new CognitoIdentityProviderClient({ requestHandler: clientLimits })
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
