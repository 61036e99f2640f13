import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { makeTakenRefusal } from '../../domain/companies/person'
import { clientLimits } from '../client-limits'
import type { UserDirectory } from './user-directory'

/** A user pool of Amazon Cognito. It mails the invitation, and sends it again to one who was added before. */
export function openUserPool(
  { issuer, id: UserPoolId }: { issuer: string; id: string },
  config: CognitoIdentityProviderClientConfig = {},
): UserDirectory {
  const pool = new CognitoIdentityProviderClient({ requestHandler: clientLimits, ...config })
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
      // Whoever took the address without proof is somebody else than the one who is meant.
      if (findValue(UserAttributes, 'email_verified') !== 'true') throw makeTakenRefusal()
      const isUnused = UserStatus === 'FORCE_CHANGE_PASSWORD'
      if (isUnused) await pool.send(new AdminCreateUserCommand({ ...command, MessageAction: 'RESEND' }))
      return UserAttributes
    }
  }
  return {
    add: async ({ email, name }) => ({ issuer, subject: getSubject(await add(email, name)) }),
    // Of users of its own, a pool takes the subject for the name, too (API reference, AdminDeleteUser).
    remove: async (subject) => {
      try {
        await pool.send(new AdminDeleteUserCommand({ UserPoolId, Username: subject }))
      } catch (error) {
        if (!(error instanceof UserNotFoundException)) throw error
      }
    },
  }
}

function getSubject(attributes: AttributeType[] | undefined): string {
  const subject = findValue(attributes, 'sub')
  if (subject === undefined) throw new Error('the user pool names no subject')
  return subject
}

function findValue(attributes: AttributeType[] | undefined, name: string): string | undefined {
  return attributes?.find(({ Name }) => Name === name)?.Value
}
