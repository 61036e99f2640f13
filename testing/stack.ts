import { readStack, type Stack } from '../local/template'

/** Where the tests' global setup puts the synthesized stack. */
export const synthesized = 'dist/test/cdk.out'

export function testStack(): Stack {
  return readStack(synthesized)
}
