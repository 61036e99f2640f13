import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from '../../local/listen'

type Key = { kid: string; alg: string; privateKey: KeyObject; publicKey: KeyObject }

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs whatever it is asked to, as no provider does. Its keys are found by discovery, as those of any. */
export class Issuer {
  keys = [makeKey('first')]
  /** How many times its keys were read. */
  reads = 0
  url = ''
  private readonly server = createServer((request, response) => {
    const isKeys = request.url === '/keys'
    if (isKeys) this.reads++
    const jwk = ({ kid, alg, publicKey }: Key) => ({ ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' })
    const configuration = { issuer: this.url, jwks_uri: `${this.url}/keys` }
    response.end(JSON.stringify(isKeys ? { keys: this.keys.map(jwk) } : configuration))
  })

  async start(): Promise<void> {
    this.url = `http://127.0.0.1:${await listen(this.server)}`
  }

  stop(): void {
    this.server.closeAllConnections()
    this.server.close()
  }

  rotate(): void {
    this.keys = [makeKey(`key-${Math.random()}`)]
  }

  /** An access token of RFC 9068, but for what is given. */
  sign(claims: object = {}, header: object = {}, key: Key | undefined = this.keys[0]): string {
    const now = Math.floor(Date.now() / 1_000)
    const usual = { iss: this.url, sub: 'usr_1', client_id: 'dashboard', aud: 'api', iat: now, exp: now + 600 }
    const head = encode({ alg: 'RS256', typ: 'at+jwt', kid: key?.kid, ...header })
    const signed = `${head}.${encode({ ...usual, ...claims })}`
    return `${signed}.${key ? createSign('sha256').update(signed).sign(key.privateKey, 'base64url') : ''}`
  }
}

export function makeKey(kid: string): Key {
  return { kid, alg: 'RS256', ...generateKeyPairSync('rsa', { modulusLength: 2_048 }) }
}
