import { dayMs } from '../../../functions/domain/time'

/** What the model reads from answers: ids, which only the service can choose. */
export type Reply = {
  id: string
  pre_restore_snapshot_id: string
  line_items: { id: string }[]
  transactions: { id: string }[]
}

/** What a request must come to. `commit` makes a success happen, and returns what the answer must show. */
export type Expected = { status: number; code?: string; commit?: (reply: Reply) => unknown }

export const refuse = (status: number, code: string): Expected => ({ status, code })
export const computeDay = (at: number) => Math.floor(at / dayMs)
export const toTime = (at: number) => new Date(at).toISOString()
