import { existsSync } from 'node:fs'
import { synthesized, synthesizeStack } from './stack'

/** Before all tests: builds the functions and synthesizes the stack once. */
export default function synthesize(): void {
  if (process.env.REUSE_SYNTH && existsSync(synthesized)) return
  synthesizeStack(synthesized)
}
