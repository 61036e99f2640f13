import type { Methods } from './generated/methods'
import type { Event, EventList, ListEventsQuery } from './generated/types'
import type { CallOptions } from './options'
import { wait } from './retry'

export type EventOptions = CallOptions & {
  /** The `cursor` up to which events are known. Without it and `since`, the first is the oldest that the plan shows. */
  after?: string | undefined
  /** Events after this time. */
  since?: string | undefined
  /** Types such as `item.low_stock` or `order.*`. All unless given. */
  types?: string[] | undefined
  /** `false` ends with the newest event. Else the stream waits for more, until its signal ends it. */
  follow?: boolean
  /** How many events a request asks for: 100 unless given. */
  limit?: number
  /** The first pause at the end, in milliseconds: 5 000 unless given. Without events, pauses grow to six times that. */
  pauseMs?: number
}

const longestPause = 6

/** The pause after so many pages at the end that had no event, in milliseconds. */
export function computePause(pauseMs: number, emptyPages: number): number {
  return pauseMs * Math.min(2 ** Math.max(0, emptyPages - 1), longestPause)
}

/**
 * What has happened, oldest first, nothing twice. `cursor` is where to go on: store it after what you did, and give it
 * as `after` the next time. It moves when all events of a page were taken, so that a program that ended meanwhile gets
 * some again, with the same ids.
 */
export class EventStream implements AsyncIterable<Event> {
  /** Undefined before the first page. */
  cursor: string | undefined

  constructor(
    private readonly listEvents: Methods['listEvents'],
    private readonly options: EventOptions,
  ) {
    this.cursor = options.after
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Event> {
    for await (const { data } of this.pages()) yield* data
  }

  /** Page by page, for a program that stores what it did and the page's `cursor` at once: then nothing comes twice. */
  async *pages(): AsyncGenerator<EventList> {
    const { follow = true, pauseMs = 5_000, signal } = this.options
    for (let empty = 0; ; ) {
      const page = await this.fetchPage()
      yield page
      this.cursor = page.cursor
      empty = page.data.length === 0 ? empty + 1 : 0
      if (page.has_more) continue
      if (!follow) return
      await wait(computePause(pauseMs, empty), signal)
    }
  }

  private fetchPage(): Promise<EventList> {
    const { since, types, limit = 100, signal, timeoutMs } = this.options
    const query: ListEventsQuery = { limit }
    if (this.cursor !== undefined) query.after = this.cursor
    else if (since !== undefined) query.since = since
    if (types !== undefined) query.types = types.join()
    return this.listEvents(query, { ...(signal && { signal }), ...(timeoutMs && { timeoutMs }) })
  }
}
