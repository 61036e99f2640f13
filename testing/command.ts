import { execFile } from 'node:child_process'

export type Outcome = { status: number; stdout: string; stderr: string }

/** Runs one of the command-line tools to its end. */
export function runTool(tool: string, args: string[], env: Record<string, string> = {}): Promise<Outcome> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } }
    execFile(process.execPath, ['--import', 'tsx', tool, ...args], options, (error, stdout, stderr) => {
      resolve({ status: error === null ? 0 : Number(error.code), stdout, stderr })
    })
  })
}
