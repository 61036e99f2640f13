declare global {
  /** True in `npm run test:thorough` (package.json). */
  var thorough: boolean | undefined
}

/** `quick` in `npm test`. CI runs every test that has a choice again, with `thorough`: `npm run test:thorough`. */
export function chooseSize<Size>(choice: { quick: Size; thorough: Size }): Size {
  return globalThis.thorough ? choice.thorough : choice.quick
}

/** A test of a whole procedure, which takes long at any size: `npm test` skips it, `npm run test:thorough` runs it. */
export const rehearse = chooseSize({ quick: test.skip, thorough: test as jest.It })
