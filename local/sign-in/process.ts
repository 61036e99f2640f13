import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { region } from '../names'
import { audience, clientId } from './client'

/** What the functions need to know of the provider. */
export type SignIn = { issuer: string; clientId: string; audience: string; stop: () => Promise<void> }

type Options = { dynamodb: string; table: string }

/** Starts the provider, at any free port. It ends with this process, also where this one is killed. */
export async function startSignIn({ dynamodb, table }: Options): Promise<SignIn> {
  const options = { port: 0, dynamodb, table, region }
  const main = join('local', 'sign-in', 'main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', main, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const { issuer } = await readIssuer(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.stdin.end()
    await once(child, 'exit')
  }
  return { issuer, clientId, audience, stop }
}

/** Its one line. What it says on stderr, such as warnings, is told where it fails. */
async function readIssuer(child: ChildProcess): Promise<{ issuer: string }> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`the provider of sign-in has ended: ${said}`)))
  const [line] = await Promise.race([once(child.stdout ?? child, 'data'), failed])
  failed.catch(() => {})
  return JSON.parse(String(line))
}
