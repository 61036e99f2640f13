import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import { listen, PortInUseError } from '../listen'
import { answerOwnHost } from '../serve'
import type { Told } from './process'

// The provider of sign-in, as a process of its own: it ends with the one that started it. Its argument is the port. It
// prints one line: its address, or that another process has the port.

async function main(): Promise<void> {
  const [port = '0'] = process.argv.slice(2)
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server, Number(port))}`
  tell({ issuer })
  const answer = loadProvider(issuer)
  const handle = answerOwnHost(async (...request) => (await answer)(...request))
  server.on('request', handle)
  process.stdin.resume().once('end', () => process.exit())
}

function makeSigningKey() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2_048 })
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'RS256', use: 'sig' }
}

function tell(told: Told): void {
  process.stdout.write(`${JSON.stringify(told)}\n`)
}

/** Loading it takes most of a start, and nobody signs in before they have read the address. */
async function loadProvider(issuer: string): Promise<RequestListener> {
  const { createProvider } = await import('./provider')
  return createProvider(issuer, [makeSigningKey()]).callback()
}

main().catch((error: unknown) => {
  if (error instanceof PortInUseError) tell({ portInUse: error.port })
  else console.error(error)
  process.exit(1)
})
