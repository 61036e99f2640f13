declare global {
  /** True in `npm run test:thorough` (package.json). */
  var thorough: boolean | undefined
}

/** `quick` in `npm test`. CI runs every test that has a choice again, with `thorough`: `npm run test:thorough`. */
export function chooseSize<Size>(choice: { quick: Size; thorough: Size }): Size {
  return globalThis.thorough ? choice.thorough : choice.quick
}
