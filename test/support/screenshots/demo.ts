import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

export type Demo = { docsUrl: string; key: string; stop: () => Promise<void> }

/** Runs `npm start` with its demo companies, as a process of its own, at a free port. */
export async function startDemo(): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'inventory-demo-'))
  const info = join(folder, 'service.json')
  const options = ['--import', 'tsx', 'local/main.ts', '--port', '0', '--info', info]
  const child = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'inherit'] })
  const stop = async () => {
    const ended = child.exitCode === null ? once(child, 'exit') : null
    child.kill('SIGINT')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  while (!existsSync(info) || !readFileSync(info, 'utf8').endsWith('}\n')) {
    if (child.exitCode !== null) throw new Error('the local service ended before it answered')
    await sleep(100)
  }
  const { docs_url, companies } = JSON.parse(readFileSync(info, 'utf8'))
  return { docsUrl: docs_url, key: companies[2].key, stop }
}
