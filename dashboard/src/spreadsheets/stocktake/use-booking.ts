import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Stocktake } from '../../../../spreadsheets/stocktake/count-rows'
import {
  beginBooking,
  bookCounts,
  foresee,
  type OpenStocktake,
  readStandings,
} from '../../../../spreadsheets/stocktake/stocktake'
import { stockQueries } from '../../api/queries'

export type Rows = { done: number; total: number }

/** Compares counts with the stock, then books them. `open` reads the counts, and looks up their items. */
export function useBooking(open: (report: (done: number, total: number) => void) => Promise<OpenStocktake>) {
  const queries = useQueryClient()
  const [progress, setProgress] = useState<Rows | null>(null)
  /** What is booked so far, also where it was ended. */
  const [booked, setBooked] = useState<Stocktake | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const report = (done: number, total: number) => setProgress({ done, total })
  const comparing = useMutation({
    mutationFn: async () => {
      setProgress(null)
      setBooked(null)
      const opened = await open(report)
      return { opened, found: await foresee(opened) }
    },
  })
  const booking = useMutation({
    mutationFn: async (opened: OpenStocktake) => {
      setProgress(null)
      controller.current = new AbortController()
      const { signal } = controller.current
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
    onSettled: () => Promise.all(stockQueries.map((queryKey) => queries.invalidateQueries({ queryKey }))),
  })
  const stop = () => controller.current?.abort(new Error('Stopped.'))
  return { comparing, booking, progress, booked, stop }
}

export type Booking = ReturnType<typeof useBooking>
