import { execFileSync } from 'node:child_process'
import { readStack, type Stack } from '../../local/template'

/** Where the tests' global setup writes the synthesized stack. */
export const synthesized = 'dist/test/cdk.out'

export function readTestStack(): Stack {
  return readStack(synthesized)
}

/** Builds the functions and synthesizes the stack into a folder, as `npm run synth` does for a deployment. */
export function synthesizeStack(folder: string): Stack {
  execFileSync('npm', ['run', '--silent', 'synth', '--', '--output', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readStack(folder)
}
