import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Makes the folder, and marks it as in use by this process until the function that it returns is called. Throws where
 * another process uses it: two engines on the same data would each overwrite what the other has.
 */
export function claimDataFolder(folder: string): () => void {
  mkdirSync(folder, { recursive: true })
  const mark = join(folder, 'in-use.pid')
  const user = readPid(mark)
  if (user !== null && user !== process.pid && isRunning(user))
    throw new Error(`the data in ${folder} is in use by the process ${user}: stop it first, or use another folder`)
  rmSync(mark, { force: true }) // of a process that was killed: after a restart of a container, ours may have its pid
  writeFileSync(mark, String(process.pid), { flag: 'wx' })
  return () => rmSync(mark, { force: true })
}

function readPid(file: string): number | null {
  try {
    return Number(readFileSync(file, 'utf8')) || null
  } catch {
    return null
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
