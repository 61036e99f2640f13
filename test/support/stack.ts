import { execFileSync } from 'node:child_process'
import { readStack, type Stack } from '../../local/template'

/** Where the tests' global setup writes the synthesized stack. */
export const synthesized = 'dist/test/cdk.out'

/** The tests' stack sends mails, which the local service keeps, and wants a second factor of owners. */
export const stackContext = ['mailFrom=alerts@example.com', 'ownerMfa=true']

export function readTestStack(): Stack {
  return readStack(synthesized)
}

/** Builds the functions and synthesizes the stack into a folder, as `npm run synth -- -c NAME=VALUE` does. */
export function synthesizeStack(folder: string, context: Record<string, string> = {}): Stack {
  const given = [...stackContext, ...Object.entries(context).map(([name, value]) => `${name}=${value}`)]
  const options = given.flatMap((each) => ['-c', each])
  execFileSync('npm', ['run', '--silent', 'synth', '--', '--output', folder, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return readStack(folder)
}
