import { makeInvitationMail } from '../../domain/mails/invitation-mail'
import { env } from '../env'
import { openMail } from '../mail'
import { foreignDirectory, type UserDirectory } from './user-directory'
import { openUserPool } from './user-pool'

/** Of the provider that signs people in, by the stack's environment. Where there is a sender, it mails invitations. */
export const directory = withMails(openDirectory())

function openDirectory(): UserDirectory {
  const { PEOPLE: provider } = env
  return provider?.userPool ? openUserPool(provider.userPool) : foreignDirectory
}

function withMails(accounts: UserDirectory): UserDirectory {
  const { MAIL_FROM: from, DASHBOARD_URL: dashboard } = env
  if (from === undefined || dashboard === undefined) return accounts
  const sendMail = openMail(from)
  return {
    ...accounts,
    invite: async (invitation) => {
      await accounts.invite(invitation)
      await sendMail({ ...makeInvitationMail({ ...invitation, dashboard }), to: invitation.email })
    },
  }
}
