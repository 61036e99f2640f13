import { env } from '../env'
import { foreignDirectory, openLocalDirectory, type UserDirectory } from './user-directory'
import { openUserPool } from './user-pool'

/** Of the provider that signs people in, by the stack's environment. */
export const directory = openDirectory()

function openDirectory(): UserDirectory {
  const { PEOPLE: provider, LOCAL_PEOPLE: local } = env
  if (!provider) return foreignDirectory
  const { issuer, userPool } = provider
  if (local === 'true') return openLocalDirectory(issuer)
  return userPool === null ? foreignDirectory : openUserPool({ issuer, id: userPool })
}
