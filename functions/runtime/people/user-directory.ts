import type { InvitationMail } from '../../domain/mails/invitation-mail'

/** Where the people of the provider are kept. Each call can be repeated. */
export type UserDirectory = {
  /** Sees to it that the address has an account. It never tells whose that is. */
  invite: (invitation: InvitationMail) => Promise<void>
  /** Ends well where the subject is gone: a provider never gives it to somebody else. */
  remove: (subject: string) => Promise<void>
}

/** Of a provider that is not ours, or of this machine: it knows its own people. */
export const foreignDirectory: UserDirectory = { invite: async () => {}, remove: async () => {} }
