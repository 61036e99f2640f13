/** Does something with each of `source`, `limit` at once, in order of their beginning. The first failure is the outcome; no more begin. */
export async function concurrently<Each>(
  source: Iterable<Each> | AsyncIterable<Each>,
  limit: number,
  run: (each: Each) => Promise<unknown>,
): Promise<void> {
  const shared = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let failed = false
  const lane = async () => {
    for (let next = await shared.next(); !next.done && !failed; next = await shared.next()) await run(next.value)
  }
  const lanes = Array.from({ length: limit }, () =>
    lane().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  await Promise.all(lanes)
}
