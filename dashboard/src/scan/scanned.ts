import type { Movement, Transaction } from '../../../client'
import { makeObserved } from '../browser/observed'
import { tabStorage } from '../browser/storage'
import { formatChange, formatNumber } from '../parts/format'
import { typeTexts } from '../stock/texts'
import { texts } from './texts'

/** A code that was read, and what was done: `done`. */
export type Scanned = {
  /** Under it as the idempotency key, what it books is sent. */
  id: string
  /** Epoch milliseconds. */
  at: number
  /** Of the item, or the code where there is none. */
  name: string
  sku?: string
  done?: string
  /** The units that the item has then. */
  left?: number
  problem?: string
  /** The item whose form was opened, until that is sent. */
  form?: string
  /** What is sent, until it is known what became of it. */
  pending?: Movement
  /** What was booked, and can be undone. */
  transaction?: string
}

const place = 'scans'
const most = 20

/** What was read in this tab, newest first. */
export const scans = makeObserved(readScans())

/** A reload ends the sending. */
function readScans(): Scanned[] {
  const kept: Scanned[] = JSON.parse(tabStorage.getItem(place) ?? '[]')
  return kept.map((scan) => (scan.pending ? { ...scan, problem: texts.sentBefore } : scan))
}

/** Puts it first, or in the place of the one with its id. Of which nobody knows if it is booked, it stays. */
export function putScan(scan: Scanned): void {
  const before = scans.get()
  const isNew = before.every(({ id }) => id !== scan.id)
  const all = isNew ? [scan, ...before] : before.map((each) => (each.id === scan.id ? scan : each))
  const kept = all.filter(({ pending }, index) => index < most || pending)
  tabStorage.setItem(place, JSON.stringify(kept))
  scans.set(kept)
}

export function beginScan(name: string, what: Omit<Scanned, 'id' | 'at' | 'name'>): Scanned {
  const scan = { id: crypto.randomUUID(), at: Date.now(), name, ...what }
  putScan(scan)
  return scan
}

/** The scan with the movement that was made for it. */
export function endScan({ id, at, name, sku }: Scanned, made: Transaction & { id: string }): void {
  const left = made.quantity_after
  putScan({ id, at, name, ...(sku !== undefined && { sku }), done: describe(made), left, transaction: made.id })
}

function describe({ type, quantity_change: change, quantity_after: after }: Transaction): string {
  const units = type === 'adjust' ? formatChange(change) : formatNumber(type === 'count' ? after : Math.abs(change))
  return `${type === 'issue' ? texts.sold : typeTexts[type]} ${units}`
}
