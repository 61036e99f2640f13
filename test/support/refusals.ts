/** What `run` does is refused, with these fields of the refusal. */
export function expectRefusal(run: () => unknown, refusal: object): void {
  expect(run).toThrow(expect.objectContaining(refusal))
}
