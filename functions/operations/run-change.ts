import { Refusal } from '../domain/errors'
import { observe } from '../metrics'
import { type Changeset, commitChangeset, draftChangeset } from '../store/commit/changeset'
import {
  type Answer,
  findAnswer,
  type IdempotencyKey,
  makeAnswerWrite,
  makeClaimWrite,
  nameAnswer,
} from '../store/commit/idempotency'
import { waitWhereLate } from '../store/commit/late-answers'
import { Reader } from '../store/commit/reader'
import { countLogUnits } from '../store/log/log-writes'
import type { Write } from '../store/table/transact'
import { Tries } from '../store/table/tries'
import { keepWriteRate } from './companies/write-rate'
import type { Context } from './context'

/**
 * What an operation has decided. Without a changeset, nothing is committed and no answer is recorded, as for a dry run.
 * An empty one records the answer alone.
 */
export type Decision<Result> = { changeset: Changeset | null; result: Result }

/** Writes rows of which no log row tells. */
export function decide<Result>(
  { table, caller }: Context,
  { writes, result }: { writes: Write[]; result: Result },
): Decision<Result> {
  return { changeset: draftChangeset(caller, table.now(), { more: writes }), result }
}

/** Reads and decides. What it reads through the reader of its context is read once in a try. */
export type Decide<Result> = (context: Context) => Promise<Decision<Result>>

export type Render<Result> = (result: Result) => Answer

/** `replayed` is true where the answer was given before. */
export type GivenAnswer = { answer: Answer; replayed: boolean }

/**
 * The answer is rendered first, and recorded under the idempotency key in the change's own database transaction. So a
 * change whose answer cannot be rendered has no effect.
 */
export async function runChange<Result>(
  context: Context,
  decide: Decide<Result>,
  render: Render<Result>,
): Promise<GivenAnswer> {
  try {
    const { changeset, result, answer } = await commitChange(context, decide, { render })
    return await chooseAnswer(context, answer ?? render(result), changeset !== null)
  } catch (error) {
    return answerFailure(context, error)
  }
}

/** The same for work that commits several changes, and records its answer with one of them. */
export async function answerOnce(
  context: Context,
  run: () => Promise<{ answer: Answer; committed: boolean }>,
): Promise<GivenAnswer> {
  try {
    const { answer, committed } = await run()
    return await chooseAnswer(context, answer, committed)
  } catch (error) {
    return answerFailure(context, error)
  }
}

/**
 * Where another change came first, `decide` runs again, on the rows as that change has left them. A `provisional`
 * answer is recorded when long work begins, and is replaced by the final one. Many rows keep the company's write rate:
 * they take their units once, before the first commit.
 */
export async function commitChange<Result>(
  context: Context,
  decide: Decide<Result>,
  { render, provisional = false }: { render?: Render<Result> | undefined; provisional?: boolean } = {},
): Promise<Decision<Result> & { answer: Answer | null }> {
  const { table, caller } = context
  const tries = new Tries(table)
  const reader = new Reader(table, caller.companyId, true)
  for (let hasUnits = false; ; ) {
    try {
      const decision = await decide({ ...context, reader })
      if (decision.changeset === null) return { ...decision, answer: null }
      const answer = render ? render(decision.result) : null
      if (!hasUnits) await keepWriteRate(context, decision.changeset.log, countLogUnits)
      hasUnits = true
      const record = answer ? await makeRecord(context, answer, provisional) : []
      await commitChangeset(table, decision.changeset, record)
      await waitWhereLate(table, decision.changeset, record)
      return { ...decision, answer }
    } catch (error) {
      reader.renew(await tries.waitAfter(error))
      observe('Recomputations')
    }
  }
}

/** A retry may have nothing to commit. It gets the answer of the earlier request, which may have been lost. */
async function chooseAnswer(context: Context, answer: Answer, committed: boolean): Promise<GivenAnswer> {
  const earlier = committed ? null : await findRecord(context)
  return { answer: earlier ?? answer, replayed: earlier !== null }
}

/**
 * A retry cannot commit its record again, and what it asks for may be refused by now. So it gets the answer of the
 * earlier request, where there is one. Else the error is thrown.
 */
async function answerFailure(context: Context, error: unknown): Promise<GivenAnswer> {
  const answer = await findRecord(context).catch((unread: unknown) => {
    const outcomeUnknown = !(error instanceof Refusal)
    throw outcomeUnknown && isBusyRefusal(unread) ? error : unread // a refusal would say that nothing was changed
  })
  if (!answer) throw error
  return { answer, replayed: true }
}

function isBusyRefusal(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'resource_busy'
}

/** A secret is shown again to the one alone who was shown it: another caller is another request. */
function identifyRequest({ idempotency, vault, caller }: Context): IdempotencyKey | null {
  if (idempotency === null || !vault) return idempotency
  return { ...idempotency, fingerprint: `${idempotency.fingerprint} ${caller.actor.id}` }
}

async function makeRecord(context: Context, answer: Answer, provisional: boolean): Promise<Write[]> {
  const { table, caller, vault } = context
  const idempotency = identifyRequest(context)
  if (idempotency === null) return []
  const body = vault ? await vault.seal(answer.body, nameAnswer(caller.companyId, idempotency.key)) : answer.body
  const record = makeAnswerWrite(table, caller.companyId, { ...idempotency, provisional }, { ...answer, body })
  return idempotency.claims ? [record, makeClaimWrite(table, caller.companyId, idempotency)] : [record]
}

async function findRecord(context: Context): Promise<Answer | null> {
  const { table, caller, vault } = context
  const idempotency = identifyRequest(context)
  const answer = idempotency && (await findAnswer(table, caller.companyId, idempotency))
  if (!answer || !vault) return answer
  return { ...answer, body: await vault.open(answer.body, nameAnswer(caller.companyId, idempotency.key)) }
}
