import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { clientLimits } from '../client-limits'
import type { UserDirectory } from './user-directory'

/**
 * A user pool of Amazon Cognito. It mails the first password to who has no account, and once more to who has not used
 * it. Nothing that it answers says who has the address: that is for the person to prove.
 */
export function openUserPool(UserPoolId: string, config: CognitoIdentityProviderClientConfig = {}): UserDirectory {
  const pool = new CognitoIdentityProviderClient({ requestHandler: clientLimits, ...config })
  const create = async (email: string, name: string) => {
    const UserAttributes = Object.entries({ email, name, email_verified: 'true' }).map(([Name, Value]) => ({
      Name,
      Value,
    }))
    const command = { UserPoolId, Username: email, UserAttributes, DesiredDeliveryMediums: ['EMAIL' as const] }
    try {
      await pool.send(new AdminCreateUserCommand(command))
    } catch (error) {
      if (!(error instanceof UsernameExistsException)) throw error
      await pool.send(new AdminCreateUserCommand({ ...command, MessageAction: 'RESEND' }))
    }
  }
  return {
    invite: ({ email, name }) => create(email, name).catch(ignore(UnsupportedUserStateException)), // it has a password
    // Of users of its own, a pool takes the subject for the name, too (API reference, AdminDeleteUser).
    remove: async (subject) => {
      await pool
        .send(new AdminDeleteUserCommand({ UserPoolId, Username: subject }))
        .catch(ignore(UserNotFoundException))
    },
  }
}

function ignore(kind: new (...given: never[]) => Error) {
  return (error: unknown): void => {
    if (!(error instanceof kind)) throw error
  }
}
