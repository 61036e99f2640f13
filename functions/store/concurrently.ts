/** At most `limit` at once, started in order. After a failure no more are started, and that error is thrown. */
export async function runConcurrently<Each>(
  source: Iterable<Each> | AsyncIterable<Each>,
  limit: number,
  run: (each: Each) => Promise<unknown>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  let hasFailed = false
  const lane = async () => {
    for (let next = await iterator.next(); !next.done && !hasFailed; next = await iterator.next()) await run(next.value)
  }
  const lanes = Array.from({ length: limit }, () =>
    lane().catch((error: unknown) => {
      hasFailed = true
      throw error
    }),
  )
  await Promise.all(lanes)
}
