import { clear, createStore, entries, promisifyRequest, set, setMany } from 'idb-keyval'
import type { ItemField } from '../../../../spreadsheets/import/item-rows'
import type { Outcome } from '../../../../spreadsheets/import/outcomes'
import type { Planned } from '../../../../spreadsheets/import/plan'
import type { Request } from '../../../../spreadsheets/import/send-items'

// An import that has begun, in this browser until it is done and forgotten: a reload does not end it.

export type Job = {
  /** Tells it from one that another tab keeps. */
  id: string
  /** Of the file. */
  name: string
  /** Whose import it is: their company, and they. */
  person: string
  header: string[]
  separator: string
  mapping: [ItemField, number][]
  update: boolean
  plan: Planned[]
  /** How many items keep a quantity that is not the file's. */
  otherQuantities: number
}

/** `outcomes`: by their line. `parts`: how many lists of them are kept. `open`: is sent first when it goes on. */
export type KeptImport = {
  job: Job
  outcomes: Map<number, Outcome>
  parts: number
  open: Request | null
  isDone: boolean
}

let opened: ReturnType<typeof createStore> | undefined
const store: ReturnType<typeof createStore> = (mode, work) => {
  opened ??= createStore('inventory', 'import')
  return opened(mode, work)
}

/** Null where there is none of this person. */
export async function loadImport(person: string): Promise<KeptImport | null> {
  const kept = new Map(await entries<IDBValidKey, unknown>(store))
  const job = kept.get('job') as Job | undefined
  if (job?.person !== person) return null
  const parts = [...kept].filter(([key]) => typeof key === 'number').map(([, value]) => value as Outcome[])
  const open = (kept.get('request') as Request | undefined) ?? null
  const outcomes = new Map(parts.flat().map((outcome) => [outcome.row.line, outcome]))
  return { job, outcomes, parts: parts.length, open, isDone: kept.has('done') }
}

export async function beginImport(job: Job): Promise<KeptImport> {
  await clear(store)
  await setMany([['job', job]], store)
  return { job, outcomes: new Map(), parts: 0, open: null, isDone: false }
}

/** Before it is sent: afterwards, nobody knows what became of it. */
export function keepRequest(request: Request): Promise<void> {
  return set('request', request, store)
}

/** What the request has decided. Parts are numbered in their order. */
export function keepOutcomes(part: number, outcomes: Outcome[]): Promise<void> {
  return store('readwrite', (rows) => {
    rows.put(outcomes, part)
    rows.delete('request')
    return promisifyRequest(rows.transaction)
  })
}

export function endImport(): Promise<void> {
  return set('done', true, store)
}

export function forgetImport(): Promise<void> {
  return clear(store)
}
