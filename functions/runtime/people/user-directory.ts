/** The provider's subject of a person. */
export type Subject = { issuer: string; subject: string }

/** Where the people of the provider are kept. Each call can be repeated. */
export type UserDirectory = {
  /** Sends the invitation. Null where the provider does not tell: the person is linked at the first sign-in. */
  add: (person: { id: string; email: string; name: string }) => Promise<Subject | null>
  /** Ends well where the subject is gone: a provider never gives it to somebody else. */
  remove: (subject: string) => Promise<void>
}

/** Of a provider that is not ours: it knows its own people. */
export const foreignDirectory: UserDirectory = { add: async () => null, remove: async () => {} }

/** Of the provider on this machine: a person's subject is the address. Its invitations are files; it keeps nobody. */
export function openLocalDirectory(issuer: string): UserDirectory {
  return {
    ...foreignDirectory,
    add: async ({ email, name }) => {
      const answer = await fetch(`${issuer}/invitations`, {
        method: 'POST',
        body: new URLSearchParams({ email, name }),
      })
      if (!answer.ok) throw new Error(`${issuer} answered ${answer.status}`)
      return { issuer, subject: email }
    },
  }
}
