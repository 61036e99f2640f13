import { formatTable } from '../costs/format'
import { pricesOf } from '../costs/prices'
import { limitsOf } from './limits'
import type { Outcome } from './outcome'

/** `way`: by what the night's work is done. */
export type Simulated = { way: string; outcome: Outcome }

const titles = [
  'Companies',
  'night by',
  'h:mm',
  'done in 15 min',
  'done by 08:07',
  'never done',
  'functions at once',
  'reads a second',
  'writes a second',
  'read units',
  'write units',
  'a night',
  'for 1 000',
]

export const formatSources = ({ seed, largest }: { seed: number; largest: number }) =>
  `Prices of ${pricesOf}; limits of ${limitsOf}; companies of 1 to ${group(largest)} items, seed ${seed}.`

export function formatOutcomes(simulated: Simulated[]): string {
  return formatTable([titles, ...simulated.map(makeRow)], 2)
}

function makeRow({ way, outcome }: Simulated): string[] {
  const { companies, hours, doneInQuarter, doneByMorning, neverDone, dollars } = outcome
  return [
    group(companies),
    way,
    formatHours(hours),
    formatShare(doneInQuarter, companies),
    formatShare(doneByMorning, companies),
    formatShare(neverDone, companies),
    ...[outcome.peakConcurrency, outcome.peakReads, outcome.peakWrites].map(group),
    ...[outcome.reads, outcome.writes].map(shorten),
    formatDollars(dollars),
    formatDollars((dollars / companies) * 1_000),
  ]
}

function formatHours(hours: number): string {
  const minutes = Math.ceil(hours * 60)
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`
}

/** Never says all or none where that is not so. */
function formatShare(count: number, all: number): string {
  if (count === 0) return 'none'
  if (count === all) return 'all'
  return `${Math.min(99.9, Math.max(0.1, (100 * count) / all)).toFixed(1)} %`
}

const group = (count: number) => Math.round(count).toLocaleString('en').replaceAll(',', ' ')

function shorten(units: number): string {
  if (units < 1e6) return `${(units / 1e3).toPrecision(3)} k`
  return `${(units / 1e6).toPrecision(3)} M`
}

const formatDollars = (dollars: number) => `$${dollars < 1 ? dollars.toPrecision(2) : dollars.toFixed(2)}`
