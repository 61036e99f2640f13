import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PortInUseError } from '../listen'
import { audience, clientId } from './client'

/** What the functions need to know of the provider. */
export type SignIn = { issuer: string; clientId: string; audience: string; stop: () => Promise<void> }

/** What the process prints. */
export type Told = { issuer: string } | { portInUse: number }

/** `port`: 0 for any free one. */
export type SignInOptions = { port: number }

/** Starts the provider. It ends with this process, also where this one is killed. Throws a `PortInUseError`. */
export async function startSignIn({ port }: SignInOptions): Promise<SignIn> {
  const main = join('local', 'sign-in', 'main.ts')
  const child = spawn(process.execPath, ['--import', 'tsx', main, String(port)], { stdio: ['pipe', 'pipe', 'pipe'] })
  const issuer = await readIssuer(child)
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.stdin.end()
    await once(child, 'exit')
  }
  return { issuer, clientId, audience, stop }
}

/** Its one line. What it says on stderr, such as warnings, is told where it fails. */
async function readIssuer(child: ChildProcess): Promise<string> {
  let said = ''
  child.stderr?.on('data', (text) => {
    said += text
  })
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(`the provider of sign-in has ended: ${said}`)))
  const [line] = await Promise.race([once(child.stdout ?? child, 'data'), failed])
  failed.catch(() => {})
  const told: Told = JSON.parse(String(line))
  if ('portInUse' in told) throw new PortInUseError(told.portInUse)
  return told.issuer
}
