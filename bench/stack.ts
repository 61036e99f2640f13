import { synthesize } from '../local/synthesis'
import { readStack, type Stack } from '../local/template'

/** Where each checkout has the stack of its benchmarks. */
export const app = 'dist/bench/cdk.out'

/** Builds and synthesizes the stack, unless nothing that this reads has changed. It sends mails, which stay here. */
export async function synthesizeStack(): Promise<Stack> {
  await synthesize({ outdir: app, context: ['mailFrom=alerts@example.com'], report: (text) => console.error(text) })
  return readStack(app)
}
