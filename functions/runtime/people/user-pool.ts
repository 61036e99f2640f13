import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  CodeDeliveryFailureException,
  CognitoIdentityProviderClient,
  type CognitoIdentityProviderClientConfig,
  InvalidParameterException,
  LimitExceededException,
  TooManyRequestsException,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider'
import { Refusal } from '../../domain/errors'
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
    // Who has a password gets no second one.
    invite: ({ email, name }) => create(email, name).catch(ignore(UnsupportedUserStateException)).catch(refuse),
    // Of users of its own, a pool takes the subject for the name, too (API reference, AdminDeleteUser).
    remove: async (subject) => {
      await pool
        .send(new AdminDeleteUserCommand({ UserPoolId, Username: subject }))
        .catch(ignore(UserNotFoundException))
    },
  }
}

/** What the pool says of an address, and of too many mails. */
function refuse(error: unknown): never {
  if (error instanceof InvalidParameterException || error instanceof CodeDeliveryFailureException)
    throw new Refusal('invalid_request', 'The provider of sign-in does not take this address.', 'email')
  if (error instanceof LimitExceededException || error instanceof TooManyRequestsException)
    throw new Refusal('resource_busy', 'Too many people are being invited. Try again later.')
  throw error
}

function ignore(kind: new (...given: never[]) => Error) {
  return (error: unknown): void => {
    if (!(error instanceof kind)) throw error
  }
}
