import { useState } from 'react'
import { browserStorage } from '../../browser/storage'
import { beginCounts, type PhoneCounts } from './counts'

/** The counts of this person, kept in this browser until they are booked. */
export function useCounts(person: string) {
  const place = `counts of ${person}`
  const [counts, setCounts] = useState<PhoneCounts>(
    () => JSON.parse(browserStorage.getItem(place) ?? 'null') ?? beginCounts(),
  )
  const keep = (next: PhoneCounts) => {
    browserStorage.setItem(place, JSON.stringify(next))
    setCounts(next)
  }
  const clear = () => {
    browserStorage.removeItem(place)
    setCounts(beginCounts())
  }
  return { counts, keep, clear }
}
