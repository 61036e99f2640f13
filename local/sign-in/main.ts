import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { listen } from '../listen'
import { createProvider } from './provider'

// The provider of sign-in, as a process of its own: it ends with the one that started it.

async function main(): Promise<void> {
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server)}`
  server.on('request', createProvider(issuer, [makeSigningKey()]).callback())
  process.stdin.resume().once('end', () => process.exit())
  process.stdout.write(`${JSON.stringify({ issuer })}\n`)
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

main().catch((error: unknown) => {
  console.error(error)
  process.exit(1)
})
