import { env } from './env'
import { foreignDirectory, openUserPool, type UserDirectory } from './user-directory'

/** Who signs people in, by the stack's environment. Null where nobody can. */
export const provider = env.PEOPLE ?? null

/** On this machine, a person's subject is the person's id. */
const localDirectory: UserDirectory = {
  add: async ({ id }) => ({ issuer: provider?.issuer ?? '', subject: id }),
  remove: async () => {},
}

export const directory = openDirectory()

function openDirectory(): UserDirectory {
  if (env.LOCAL_PEOPLE === 'true') return localDirectory
  if (!provider || provider.userPool === null) return foreignDirectory
  return openUserPool({ issuer: provider.issuer, id: provider.userPool })
}
