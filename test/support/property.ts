import fc from 'fast-check'
import { chooseSeed } from './seed'

type Kinds<Values extends unknown[]> = { [Index in keyof Values]: fc.Arbitrary<Values[Index]> }

/** A test that tries a check with random values of each kind in `of`, 100 times or as often as `runs` says. */
export function testProperty<Values extends [unknown, ...unknown[]]>(
  name: string,
  { of, runs = 100 }: { of: [...Kinds<Values>]; runs?: number },
  check: (...values: Values) => void | Promise<void>,
): void {
  test(name, async () => {
    const property = fc.asyncProperty(fc.tuple(...of), async (values) => check(...(values as Values)))
    await fc.assert(property, { seed: chooseSeed(), numRuns: runs })
  })
}
