import { useEffect, useSyncExternalStore } from 'react'
import { type Outcome, toOutcome } from '../../../../spreadsheets/import/outcomes'
import { isChange } from '../../../../spreadsheets/import/plan'
import { listOpen, runImport } from '../../../../spreadsheets/import/run-import'
import type { Request } from '../../../../spreadsheets/import/send-items'
import { patientApi } from '../../api/client'
import { beginImport, endImport, forgetImport, type Job, keepOutcomes, keepRequest, loadImport } from './kept'
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
let current: Run | null | undefined
let open: Request | null = null
let parts = 0
let controller = new AbortController()
const listeners = new Set<() => void>()

function show(run: Run | null): void {
  current = run
  for (const listener of listeners) listener()
}

function change(changed: Partial<Run>): void {
  if (current) show({ ...current, ...changed })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The import that runs, or the one that this person began before. */
export function useRun(person: string): Run | null | undefined {
  const run = useSyncExternalStore(subscribe, () => current)
  useEffect(() => {
    if (current === undefined) void load(person)
  }, [person])
  return run
}

async function load(person: string): Promise<void> {
  const kept = await loadImport(person)
  if (current !== undefined) return
  if (!kept) return show(null)
  open = kept.open
  parts = kept.parts
  const outcomes = new Map(kept.outcomes.map((outcome) => [outcome.row.line, outcome]))
  show({ ...makeRun(kept.job), outcomes, state: kept.isDone ? 'done' : 'stopped' })
}

function makeRun(job: Job): Run {
  return { job, state: 'stopped', outcomes: new Map(), total: job.plan.filter(isChange).length, error: null }
}

export async function startImport(job: Job, onEnd: () => void): Promise<void> {
  await beginImport(job)
  open = null
  parts = 0
  show(makeRun(job))
  await goOn(onEnd)
}

/** `onEnd`: what was read of items is old. */
export async function goOn(onEnd: () => void): Promise<void> {
  controller = new AbortController()
  change({ state: 'running', error: null })
  try {
    // The same import in two tabs would send each row twice, under other keys.
    await navigator.locks.request('inventory import', { ifAvailable: true }, async (lock) => {
      if (!lock) throw new Error(texts.otherTab)
      await sendRows()
      await endImport()
    })
    change({ state: 'done' })
  } catch (error) {
    const isStop = controller.signal.aborted
    change({ state: 'stopped', error: isStop || !(error instanceof Error) ? null : error })
  }
  onEnd()
}

async function sendRows(): Promise<void> {
  if (!current) return
  const { job, outcomes } = current
  const rules = { mapping: new Map(job.mapping), update: job.update }
  const { signal } = controller
  const onRequest = keepRequest
  for await (const step of runImport(listOpen(job.plan, outcomes), {
    client: patientApi,
    rules,
    signal,
    open,
    onRequest,
  })) {
    open = null
    await keepOutcomes(parts++, step.outcomes)
    for (const outcome of step.outcomes) outcomes.set(outcome.row.line, outcome)
    change({ outcomes })
  }
}

export function stopImport(): void {
  controller.abort()
}

export async function forget(): Promise<void> {
  await forgetImport()
  show(null)
}

/** What is known of each row of the file, in its order. */
export function listOutcomes({ job, outcomes }: Run): Outcome[] {
  return job.plan.map((planned) => outcomes.get(planned.row.line) ?? toOutcome(planned, false))
}
