import { Refusal } from '../domain/errors'
import { type Changeset, commitChangeset } from '../store/commit/changeset'
import { type Answer, findAnswer, makeAnswerWrite, nameAnswer } from '../store/commit/idempotency'
import { waitWhereLate } from '../store/commit/late-answers'
import { retryUntilCommitted, type Write } from '../store/contention'
import { countLogUnits } from '../store/log/log-units'
import { observe } from '../store/metrics'
import { keepPace } from './companies/pace'
import type { Context } from './context'

/**
 * What an operation has decided. Without a changeset, nothing is committed and no answer is recorded, as for a dry run.
 * An empty one records the answer alone.
 */
export type Decision<Result> = { changeset: Changeset | null; result: Result }

/** Reads and decides. What it reads through its context is read once, however often others come first. */
export type Decide<Result> = (context: Context) => Promise<Decision<Result>>

export type Render<Result> = (result: Result) => Answer

/** `replayed` is true where the answer was given before. */
export type AnswerOutcome = { answer: Answer; replayed: boolean }

/**
 * The answer is rendered first, and recorded under the idempotency key in the change's own database transaction. So a
 * change whose answer cannot be rendered has no effect.
 */
export function runChange<Result>(
  context: Context,
  decide: Decide<Result>,
  render: Render<Result>,
): Promise<AnswerOutcome> {
  return answerOnce(context, async () => {
    const { changeset, result, answer } = await commitChange(context, decide, { render })
    return { answer: answer ?? render(result), committed: changeset !== null }
  })
}

/**
 * Where another change came first, `decide` runs again, on the rows as that change has left them. A `provisional`
 * answer is recorded when long work begins, and is replaced by the final one. Many rows keep the company's pace: they
 * take their units once, before the first commit.
 */
export async function commitChange<Result>(
  context: Context,
  decide: Decide<Result>,
  { render, provisional = false }: { render?: Render<Result> | undefined; provisional?: boolean } = {},
): Promise<Decision<Result> & { answer: Answer | null }> {
  let tries = 0
  let paced = false
  const committed = await retryUntilCommitted(context.table, async (known) => {
    if (tries++ > 0) observe('Recomputations')
    const decision = await decide({ ...context, table: { ...context.table, known } })
    if (decision.changeset === null) return { ...decision, answer: null, record: [] }
    const answer = render ? render(decision.result) : null
    if (!paced) await keepPace(context, decision.changeset.log, countLogUnits)
    paced = true
    const record = answer ? await makeRecord(context, answer, provisional) : []
    await commitChangeset(context.table, decision.changeset, record)
    return { ...decision, answer, record }
  })
  if (committed.changeset) await waitWhereLate(context.table, committed.changeset, committed.record)
  return committed
}

/**
 * A retry cannot commit its record again, or has nothing to commit. It then finds the record of the earlier request,
 * whose answer may have been lost, and returns that answer. So the record is read before `run` may refuse.
 */
export async function answerOnce(
  context: Context,
  run: () => Promise<{ answer: Answer; committed: boolean }>,
): Promise<AnswerOutcome> {
  const findEarlier = () => findRecorded(context)
  try {
    const { answer, committed } = await run()
    const earlier = committed ? null : await findEarlier()
    return { answer: earlier ?? answer, replayed: earlier !== null }
  } catch (error) {
    const answer = await findEarlier().catch((unread: unknown) => {
      const outcomeUnknown = !(error instanceof Refusal)
      throw outcomeUnknown && isBusyRefusal(unread) ? error : unread // a refusal would say that nothing was changed
    })
    if (!answer) throw error
    return { answer, replayed: true }
  }
}

function isBusyRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'resource_busy'
}

async function makeRecord(context: Context, answer: Answer, provisional: boolean): Promise<Write[]> {
  const { table, caller, idempotency, vault } = context
  if (idempotency === null) return []
  const body = vault ? await vault.seal(answer.body, nameAnswer(caller.companyId, idempotency.key)) : answer.body
  return [makeAnswerWrite(table, caller.companyId, { ...idempotency, provisional }, { ...answer, body })]
}

async function findRecorded({ table, caller, idempotency, vault }: Context): Promise<Answer | null> {
  const answer = idempotency && (await findAnswer(table, caller.companyId, idempotency))
  if (!answer || !vault) return answer
  return { ...answer, body: await vault.open(answer.body, nameAnswer(caller.companyId, idempotency.key)) }
}
