import { existsSync } from 'node:fs'
import { synthesized, synthesizeStack } from './stack'

/** jest's global setup, once for all tests. `REUSE_SYNTH` keeps the stack of an earlier run. */
export default function synthesize(): void {
  if (process.env.REUSE_SYNTH && existsSync(synthesized)) return
  synthesizeStack(synthesized)
}
