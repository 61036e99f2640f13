import { keyPrefixes, secretAndChecksumLength } from '../../functions/domain/companies/api-key'
import type { Switches } from '../switches'

/** As RFC 7515 writes a signed token: three parts in base64url. */
const token = '[\\w-]+\\.[\\w-]+\\.[\\w-]+'

/**
 * What the whole `Authorization` header must be, before API Gateway asks the authorizer: of the form of an API key or,
 * with people, of a token. It refuses nothing that the authorizer accepts. API Gateway has Java's regular expressions,
 * the local runtime JavaScript's: it keeps to what both read alike.
 */
export function makeCredentialExpression({ people }: Pick<Switches, 'people'>): string {
  const key = `(?:${keyPrefixes.join('|')})[0-9A-Za-z]{${secretAndChecksumLength}}`
  const credential = people ? `(?:${key}|${token})` : key
  return `^[ \\t]*[Bb][Ee][Aa][Rr][Ee][Rr] +${credential}[ \\t]*$`
}
