import type { Caller } from '../domain/caller'
import type { Table } from '../store/client'
import { type Answer, answerWrite, findAnswer, type IdempotencyKey, type Keep } from '../store/commit/idempotency'

/** `row` is the number of a row that commits on its own, within its request. */
type Keyed = { table: Table; caller: Caller; idempotency: IdempotencyKey | null; row?: number | null }
/** An answer, and whether it was given before. */
export type Answered = { answer: Answer; replayed: boolean }

/**
 * Runs a change whose answer is kept in its own transaction, so that a retry finds it. Before anything else is answered than what
 * this very call committed (a refusal, or that nothing had to change), the record is read: present means that an earlier call,
 * whose answer may have been lost, has had the effect, and its answer is given again.
 */
export async function answerOnce<Result>(
  { table, caller, idempotency, row = null }: Keyed,
  run: (keep: Keep<Result>) => Promise<Result>,
  answerOf: (result: Result) => Answer,
): Promise<Answered> {
  const { companyId } = caller
  const kept: { result: Result; answer: Answer }[] = []
  // Rendered before the commit, with a key or without: what cannot be answered must not have an effect.
  const keep: Keep<Result> = (result, options) => {
    const answer = answerOf(result)
    kept.push({ result, answer })
    return idempotency === null ? [] : [answerWrite(table, companyId, idempotency, answer, { row, ...options })]
  }
  const earlier = async () => (idempotency === null ? null : findAnswer(table, companyId, idempotency, row))
  try {
    const result = await run(keep)
    // What was kept for an attempt that others overtook has not been committed: only this result's has.
    const committed = kept.find((candidate) => candidate.result === result)
    const found = committed ? null : await earlier()
    return { answer: found ?? committed?.answer ?? answerOf(result), replayed: found !== null }
  } catch (error) {
    const answer = await earlier()
    if (!answer) throw error
    return { answer, replayed: true }
  }
}
