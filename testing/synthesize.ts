import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { synthesized } from './stack'

/** Before all tests: builds the functions and synthesizes the stack once, as `npm run synth` does for a deployment. */
export default function synthesize(): void {
  if (process.env.REUSE_SYNTH && existsSync(synthesized)) return
  execFileSync('npm', ['run', '--silent', 'synth', '--', '--output', synthesized], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
}
