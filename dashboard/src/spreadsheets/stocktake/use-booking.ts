import { useState } from 'react'
import type { Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import {
  beginBooking,
  bookCounts,
  foresee,
  type OpenStocktake,
  readStandings,
} from '../../../../spreadsheets/stocktake/stocktake'
import { readAgain, stockQueries } from '../../api/queries'
import { useLongWork } from '../../parts/long-work'

/** Compares counts with the stock, then books them. `open` reads the counts, and looks up their items. */
export function useBooking(open: (report: (done: number, total: number) => void) => Promise<OpenStocktake>) {
  /** What is booked so far, also where it was ended. */
  const [booked, setBooked] = useState<Stocktake | null>(null)
  const comparing = useLongWork<void, { opened: OpenStocktake; found: Stocktake }>(async (_, { report }) => {
    setBooked(null)
    const opened = await open(report)
    return { opened, found: await foresee(opened) }
  })
  const booking = useLongWork(
    async (opened: OpenStocktake, { signal, report }) => {
      const found = await readStandings({ ...opened, refused: [...opened.refused] }, (...rows) => {
        signal.throwIfAborted()
        report(...rows)
      })
      const taken = beginBooking(found)
      const total = found.different.length + found.equal.length
      for await (const done of bookCounts(found, taken, { ...opened.sending, signal })) {
        report(done, total)
        setBooked({ ...taken })
      }
      setBooked(taken)
    },
    () => readAgain(stockQueries),
  )
  const { progress } = booking.isPending ? booking : comparing
  return { comparing, booking, progress, booked, stop: booking.stop }
}

export type Booking = ReturnType<typeof useBooking>
