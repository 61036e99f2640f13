import { Refused } from '../domain/errors'
import { type Changeset, commitChangeset } from '../store/commit/changeset'
import { type Answer, answerWrite, findAnswer } from '../store/commit/idempotency'
import { untilCommitted } from '../store/transact'
import type { Context } from './context'

/** What an operation has decided: the changes to commit, null where nothing has to change, and what comes of them. */
export type Decision<Result> = { changeset: Changeset | null; result: Result }

/** Makes the answer to a result. */
export type Render<Result> = (result: Result) => Answer

/** An answer, and whether it was given before. */
export type Answered = { answer: Answer; replayed: boolean }

/**
 * Runs one change of a request: commits what `decide` decides, and answers once. The answer is rendered first and recorded in the same
 * transaction, under the request's idempotency key. So what cannot be answered has no effect.
 */
export function runChange<Result>(
  context: Context,
  decide: () => Promise<Decision<Result>>,
  render: Render<Result>,
): Promise<Answered> {
  return answerOnce(context, async () => {
    const { changeset, result, answer } = await commitChange(context, decide, { render })
    return { answer: answer ?? render(result), committed: changeset !== null }
  })
}

/**
 * Commits what `decide` decides; it runs anew, on fresh rows, where another change came first. With `render`, the answer to the result is
 * recorded in the same transaction. A `provisional` answer, given when long work begins, is replaced by the one given at its end.
 */
export function commitChange<Result>(
  context: Context,
  decide: () => Promise<Decision<Result>>,
  { render, provisional = false }: { render?: Render<Result> | undefined; provisional?: boolean } = {},
): Promise<Decision<Result> & { answer: Answer | null }> {
  return untilCommitted(async () => {
    const decision = await decide()
    if (decision.changeset === null) return { ...decision, answer: null }
    const answer = render ? render(decision.result) : null
    await commitChangeset(context.table, decision.changeset, answer ? recordOf(context, answer, provisional) : [])
    return { ...decision, answer }
  })
}

/**
 * Answers a request once. A retry finds its record when it cannot commit it again, or has nothing to commit: then an earlier call, whose
 * answer may have been lost, has had the effect, and its answer is given again. So the record is read before any refusal.
 */
export async function answerOnce(
  { table, caller, idempotency }: Context,
  run: () => Promise<{ answer: Answer; committed: boolean }>,
): Promise<Answered> {
  const findEarlier = async () => (idempotency === null ? null : findAnswer(table, caller.companyId, idempotency))
  try {
    const { answer, committed } = await run()
    const earlier = committed ? null : await findEarlier()
    return { answer: earlier ?? answer, replayed: earlier !== null }
  } catch (error) {
    const answer = await findEarlier().catch((unread: unknown) => {
      // Where it is not known whether the change took effect, this is what is told: a refusal would say that it did not.
      throw error instanceof Refused || !isBusy(unread) ? unread : error
    })
    if (!answer) throw error
    return { answer, replayed: true }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Refused && error.code === 'resource_busy'
}

function recordOf({ table, caller, idempotency }: Context, answer: Answer, provisional: boolean) {
  return idempotency === null ? [] : [answerWrite(table, caller.companyId, { ...idempotency, provisional }, answer)]
}
