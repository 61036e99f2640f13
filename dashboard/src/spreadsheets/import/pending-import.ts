import { clear, createStore, entries, promisifyRequest } from 'idb-keyval'
import type { ItemField } from '../../../../spreadsheets/import/item-rows'
import type { Outcome } from '../../../../spreadsheets/import/outcomes'
import type { Planned } from '../../../../spreadsheets/import/plan'
import type { Request } from '../../../../spreadsheets/import/send-items'
import { isUnkept } from '../../browser/storage'

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
  allowsLookalikes: boolean
  plan: Planned[]
}

/** `outcomes`: by their line. `parts`: how many lists of them are kept. `open`: is sent first when it goes on. */
export type PendingImport = {
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

type Rows = Map<IDBValidKey, unknown>

/** The rows in this page alone, from the moment when the browser took none: then a reload forgets them. */
let unkept: Rows | null = null

async function readRows(): Promise<Rows> {
  try {
    return unkept ?? new Map(await entries<IDBValidKey, unknown>(store))
  } catch {
    return keepHere(new Map())
  }
}

async function putRows(rows: [IDBValidKey, unknown][], removed: IDBValidKey[] = []): Promise<void> {
  const put = (kept: IDBObjectStore) => {
    for (const [key, value] of rows) kept.put(value, key)
    for (const key of removed) kept.delete(key)
    return promisifyRequest(kept.transaction)
  }
  const here = unkept ?? (await store('readwrite', put).catch(async () => keepHere(await readRows())))
  if (!here) return
  for (const [key, value] of rows) here.set(key, value)
  for (const key of removed) here.delete(key)
}

function keepHere(rows: Rows): Rows {
  isUnkept.set(true)
  unkept = rows
  return rows
}

async function clearRows(): Promise<void> {
  unkept = null
  await clear(store).catch(() => keepHere(new Map()))
}

/** Null where there is none of this person. */
export async function loadImport(person: string): Promise<PendingImport | null> {
  const kept = await readRows()
  const job = kept.get('job') as Job | undefined
  if (job?.person !== person) return null
  const parts = [...kept].filter(([key]) => typeof key === 'number').map(([, value]) => value as Outcome[])
  const open = (kept.get('request') as Request | undefined) ?? null
  const outcomes = new Map(parts.flat().map((outcome) => [outcome.row.line, outcome]))
  return { job, outcomes, parts: parts.length, open, isDone: kept.has('done') }
}

export async function beginImport(job: Job): Promise<PendingImport> {
  await clearRows()
  await putRows([['job', job]])
  return { job, outcomes: new Map(), parts: 0, open: null, isDone: false }
}

/** Before it is sent: afterwards, nobody knows what became of it. */
export function keepRequest(request: Request): Promise<void> {
  return putRows([['request', request]])
}

/** What the request has decided. Parts are numbered in their order. */
export function keepOutcomes(part: number, outcomes: Outcome[]): Promise<void> {
  return putRows([[part, outcomes]], ['request'])
}

export function endImport(): Promise<void> {
  return putRows([['done', true]])
}

export function forgetImport(): Promise<void> {
  return clearRows()
}
