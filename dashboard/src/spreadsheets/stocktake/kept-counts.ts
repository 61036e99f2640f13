import { browserStorage } from '../../browser/storage'
import { beginCounts, type PhoneCounts } from './counts'

// The counts of a person, in this browser until they are booked.

const nameOf = (person: string) => `counts of ${person}`

export function readCounts(person: string): PhoneCounts {
  return JSON.parse(browserStorage.getItem(nameOf(person)) ?? 'null') ?? beginCounts()
}

export function keepCounts(person: string, counts: PhoneCounts): void {
  browserStorage.setItem(nameOf(person), JSON.stringify(counts))
}

export function forgetCounts(person: string): void {
  browserStorage.removeItem(nameOf(person))
}
