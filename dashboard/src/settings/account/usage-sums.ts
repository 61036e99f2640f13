import type { Usage } from '../../../../client'

type Row = Usage['data'][number]

/** What one key or person has sent. `days` is of all days, `today` of the last. */
export type Sender = {
  id: string
  kind: 'key' | 'person'
  days: { requests: number; refused: number }
  today: { requests: number; refused: number }
}

/** Of all senders, for each of the days. */
export function sumByDay(rows: Row[], days: string[]): { requests: number[]; refused: number[] } {
  const ofDays = days.map((day) => add(rows.filter(({ date }) => date === day)))
  return { requests: ofDays.map(({ requests }) => requests), refused: ofDays.map(({ refused }) => refused) }
}

/** Those who have sent most come first. */
export function sumBySender(rows: Row[], today: string): Sender[] {
  const senders = [...new Set(rows.map(senderOf))].map((id): Sender => {
    const sent = rows.filter((row) => senderOf(row) === id)
    return {
      id,
      kind: sent.some(({ key_id }) => key_id !== null) ? 'key' : 'person',
      days: add(sent),
      today: add(sent.filter(({ date }) => date === today)),
    }
  })
  return senders.sort((a, b) => b.days.requests - a.days.requests)
}

function senderOf({ key_id, person_id }: Row): string {
  return key_id ?? person_id ?? ''
}

function add(rows: Row[]): { requests: number; refused: number } {
  return rows.reduce(
    (sum, { requests, refused }) => ({ requests: sum.requests + requests, refused: sum.refused + refused }),
    { requests: 0, refused: 0 },
  )
}
