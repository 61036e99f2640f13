declare global {
  /** True in `npm run test:thorough` (jest.thorough.config.cjs). */
  var thorough: boolean | undefined
}

/** How much a test does: what is quick in `npm test`, and what is thorough where every test that has a choice is run once more, as in CI. */
export function sizeOf<Size>(choice: { quick: Size; thorough: Size }): Size {
  return globalThis.thorough ? choice.thorough : choice.quick
}
