import { type Changeset, commitChangeset } from '../store/commit/changeset'
import { type Answer, answerWrite, findAnswer } from '../store/commit/idempotency'
import { untilCommitted, type Write } from '../store/transact'
import type { Context } from './context'

/** What an operation has decided: the changes to commit, null where nothing has to change, and what comes of them. */
export type Decision<Result> = { changeset: Changeset | null; result: Result }

/** Makes the answer to a result. */
export type Render<Result> = (result: Result) => Answer

/** An answer, and whether it was given before. */
export type Answered = { answer: Answer; replayed: boolean }

/**
 * Runs one change of a request. `decide` reads, lets the domain decide, and renders the answer, which is committed with the changes under
 * the request's idempotency key: what cannot be answered has no effect.
 */
export function runChange(context: Context, decide: () => Promise<Decision<Answer>>): Promise<Answered> {
  return answerOnce(context, async () => {
    const { changeset, result } = await commitChange(context, decide, { render: (answer) => answer })
    return { answer: result, committed: changeset !== null }
  })
}

/**
 * Commits what `decide` decides; it runs anew, on fresh rows, where another change came first. With `render`, the answer to the result is
 * recorded in the same transaction; a `provisional` one, given when long work begins, is replaced by the one given at its end.
 */
export function commitChange<Result>(
  context: Context,
  decide: () => Promise<Decision<Result>>,
  { render, provisional = false }: { render?: Render<Result> | undefined; provisional?: boolean } = {},
): Promise<Decision<Result>> {
  return untilCommitted(async () => {
    const decision = await decide()
    const { changeset, result } = decision
    if (changeset === null) return decision
    await commitChangeset(context.table, changeset, render ? recordWrites(context, render(result), provisional) : [])
    return decision
  })
}

/**
 * Answers a request once. Before anything else is answered than what this very call has committed (a refusal, or that nothing had to
 * change), the record is read: present means that an earlier call, whose answer may have been lost, has had the effect.
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
    const answer = await findEarlier()
    if (!answer) throw error
    return { answer, replayed: true }
  }
}

function recordWrites({ table, caller, idempotency }: Context, answer: Answer, provisional: boolean): Write[] {
  return idempotency === null ? [] : [answerWrite(table, caller.companyId, { ...idempotency, provisional }, answer)]
}
