import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Item, Movement } from '../../../client'
import { api } from '../api/client'
import { describeError, isUndecided } from '../api/errors'
import { stockQueries } from '../api/queries'
import { say } from '../browser/said'
import { formatNumber } from '../parts/format'
import { makeMovement } from '../stock/movement'
import { beginScan, endScan, putScan, type Scanned } from './scanned'
import { texts } from './texts'

type Sending = { scan: Scanned; movement: Movement }

/** Books single units by scans, and undoes what scans have booked. Each resolves to false where that failed. */
export function useScanBooking() {
  const queries = useQueryClient()
  const readAgain = () => {
    // Its own totals are shown by Home alone: each scan would ask for them else.
    for (const [kind = ''] of stockQueries)
      void queries.invalidateQueries({ queryKey: [kind], refetchType: kind === 'account' ? 'none' : 'active' })
  }
  const booking = useMutation({
    mutationFn: ({ scan, movement }: Sending) =>
      api.createTransactions({ ...movement, dry_run: false }, { idempotencyKey: scan.id }),
    onSettled: readAgain,
  })
  const undoing = useMutation({
    mutationFn: ({ id, transaction = '' }: Scanned) =>
      api.reverseTransaction(transaction, {}, { idempotencyKey: `undo ${id}` }),
    onSettled: readAgain,
  })
  const send = async ({ scan, movement }: Sending): Promise<boolean> => {
    const { problem: _, pending: __, ...begun } = scan
    putScan({ ...begun, pending: movement })
    try {
      endScan(begun, await booking.mutateAsync({ scan, movement }))
      return true
    } catch (error) {
      const problem = describeError(error).message
      putScan({ ...begun, problem, ...(isUndecided(error) && { pending: movement }) })
      return false
    }
  }
  /** One unit of the item. */
  const book = (kind: 'sell' | 'receive', item: Item) => {
    const movement = makeMovement(kind, item, { quantity: '1', reason: '', note: '' })
    const scan = beginScan(item.name, { sku: item.sku, left: item.quantity, pending: movement })
    return send({ scan, movement })
  }
  const undo = async (scan: Scanned): Promise<boolean> => {
    const { problem: _, transaction: __, ...undone } = scan
    try {
      const { quantity_after: left } = await undoing.mutateAsync(scan)
      putScan({ ...undone, done: texts.undone(scan.done ?? ''), left })
      say(texts.hasUndone(scan.name, formatNumber(left)))
      return true
    } catch (error) {
      putScan({ ...scan, problem: describeError(error).message })
      return false
    }
  }
  return { book, send, undo }
}
