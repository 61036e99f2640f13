import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import * as z from 'zod'
import { openTable } from '../../functions/store/client'
import { listen } from '../listen'
import { findByEmail } from './people'
import { createProvider } from './provider'

// The provider of sign-in, as a process of its own: it ends with the one that started it. Its one argument is JSON.

const Options = z.object({
  port: z.int(),
  dynamodb: z.string(),
  table: z.string(),
  region: z.string(),
})

async function main(): Promise<void> {
  const { port, dynamodb, table: name, region } = Options.parse(JSON.parse(process.argv[2] ?? ''))
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const table = openTable(name, { endpoint: dynamodb, region, credentials })
  const server = createServer()
  const issuer = `http://127.0.0.1:${await listen(server, port)}`
  const provider = createProvider({
    issuer,
    keys: [makeSigningKey()],
    findPerson: (email) => findByEmail(table, email),
  })
  server.on('request', provider.callback())
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
