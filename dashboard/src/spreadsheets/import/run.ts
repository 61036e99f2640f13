import { useEffect } from 'react'
import { type Outcome, toOutcome } from '../../../../spreadsheets/import/outcomes'
import { isChange } from '../../../../spreadsheets/import/plan'
import { listOpen, runImport } from '../../../../spreadsheets/import/run-import'
import { patientApi } from '../../api/client'
import { itemQueries, readAgain } from '../../api/queries'
import { makeObserved } from '../../browser/observed'
import {
  beginImport,
  endImport,
  forgetImport,
  type Job,
  keepOutcomes,
  keepRequest,
  loadImport,
  type PendingImport,
} from './pending-import'
import { texts } from './texts'

/** An import of this tab, or one that was ended. It goes on while other pages are looked at. */
export type Run = {
  job: Job
  state: 'running' | 'stopped' | 'done'
  /** Of the rows that are sent, by their line. */
  outcomes: Map<number, Outcome>
  total: number
  error: Error | null
}

/** Undefined: it is not known yet whether there is one. */
const shown = makeObserved<Run | null | undefined>(undefined)
let controller = new AbortController()

function change(changed: Partial<Run>): void {
  const run = shown.get()
  if (run) shown.set({ ...run, ...changed })
}

/** The import that runs, or the one that this person began before. */
export function useRun(person: string): Run | null | undefined {
  const run = shown.use()
  useEffect(() => {
    if (shown.get() === undefined) void load(person)
  }, [person])
  return run
}

async function load(person: string): Promise<void> {
  const kept = await loadImport(person)
  if (shown.get() === undefined) shown.set(kept && toRun(kept))
}

function toRun({ job, outcomes, isDone }: PendingImport): Run {
  return { job, state: isDone ? 'done' : 'stopped', outcomes, total: job.plan.filter(isChange).length, error: null }
}

type Work = (kept: PendingImport | null) => Promise<void>

/**
 * The only way to change what is kept. Two tabs would send each row twice, under other keys, and one would clear what
 * the other one keeps: so one tab at a time does, and only what it shows.
 */
async function changeAlone(person: string, work: Work): Promise<void> {
  await navigator.locks.request('inventory import', { ifAvailable: true }, async (lock) => {
    if (!lock) throw new Error(texts.otherTab)
    const kept = await loadImport(person)
    if (kept?.job.id !== shown.get()?.job.id) throw new Error(texts.otherImport)
    await work(kept)
  })
}

/** It throws where nothing was begun. */
export function startImport(job: Job): Promise<void> {
  return send(job.person, async () => sendRows(await beginImport(job)))
}

export function goOn({ job }: Run): Promise<void> {
  change({ state: 'running', error: null })
  return send(job.person, sendRows)
}

async function send(person: string, work: Work): Promise<void> {
  controller = new AbortController()
  try {
    await changeAlone(person, work)
    change({ state: 'done' })
  } catch (error) {
    if (!shown.get()) throw error
    const isStop = controller.signal.aborted
    change({ state: 'stopped', error: isStop || !(error instanceof Error) ? null : error })
  }
  void readAgain(itemQueries)
}

async function sendRows(kept: PendingImport | null): Promise<void> {
  if (!kept) return
  shown.set({ ...toRun(kept), state: 'running' })
  const { job, outcomes, open } = kept
  let { parts } = kept
  const rules = { mapping: new Map(job.mapping), update: job.update, allowsLookalikes: job.allowsLookalikes }
  const { signal } = controller
  const onRequest = keepRequest
  for await (const step of runImport(listOpen(job.plan, outcomes), {
    client: patientApi,
    rules,
    signal,
    open,
    onRequest,
  })) {
    await keepOutcomes(parts++, step.outcomes)
    for (const outcome of step.outcomes) outcomes.set(outcome.row.line, outcome)
    change({ outcomes })
  }
  await endImport()
}

export function stopImport(): void {
  controller.abort()
}

export async function forget({ job }: Run): Promise<void> {
  try {
    await changeAlone(job.person, forgetImport)
    shown.set(null)
  } catch (error) {
    change({ error: error instanceof Error ? error : null })
  }
}

/** What is known of each row of the file, in its order. */
export function listOutcomes({ job, outcomes }: Run): Outcome[] {
  return job.plan.map((planned) => outcomes.get(planned.row.line) ?? toOutcome(planned, false))
}
