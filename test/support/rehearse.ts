import { chooseSize } from './size'

declare global {
  /** True in `npm run mutation`: at their small sizes, but all tests of a folder may notice a mutant. */
  var rehearses: boolean | undefined
}

/** A test of a whole procedure, which takes long at any size: `npm test` skips it, `npm run test:thorough` runs it. */
export const rehearse = globalThis.rehearses ? test : chooseSize({ quick: test.skip, thorough: test as jest.It })
