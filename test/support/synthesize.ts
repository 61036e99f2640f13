import { existsSync } from 'node:fs'
import { synthesized, synthesizeStack } from './stack'

/** jest's global setup, once for all tests. `REUSE_SYNTH` keeps the stack of an earlier run. */
export default function synthesize(): void {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true' // Lambda runs a newer Node
  if (process.env.REUSE_SYNTH && existsSync(synthesized)) return
  synthesizeStack(synthesized)
}
