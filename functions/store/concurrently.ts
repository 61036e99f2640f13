/**
 * At most `limit` at once, started in order. After a failure no more are started. The first error is thrown when all
 * that were started have ended: so nothing of the work goes on behind its outcome.
 */
export async function runConcurrently<Each>(
  source: Iterable<Each> | AsyncIterable<Each>,
  limit: number,
  run: (each: Each) => Promise<unknown>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
  const errors: unknown[] = []
  const lane = async () => {
    for (let next = await iterator.next(); !next.done && errors.length === 0; next = await iterator.next())
      await run(next.value)
  }
  const lanes = Array.from({ length: limit }, () => lane().catch((error: unknown) => errors.push(error)))
  await Promise.all(lanes)
  if (errors.length > 0) throw errors[0]
}
