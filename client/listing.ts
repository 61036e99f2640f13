export type PageQuery = { limit?: number | undefined; offset?: number | undefined }

export type PageOf<Row> = {
  data: Row[]
  pagination: { total: number; limit: number; offset: number; has_more: boolean }
}

/** The list whose pages have this type. */
export type ListingOf<Page extends PageOf<object>> = Listing<Page['data'][number], Page>

const maxLimit = 100
/** How many rows are remembered, to find the place again where the list has moved. */
const remembered = 1_000

/**
 * A list. `await` it for one page: that of `limit` and `offset`. With `for await` it yields every row from `offset` on:
 * pages are fetched as needed, and `limit` is how many rows a request asks for, 100 unless given.
 */
export class Listing<Row extends object, Page extends PageOf<Row>> implements PromiseLike<Page>, AsyncIterable<Row> {
  constructor(
    private readonly fetchPage: (query: PageQuery) => Promise<Page>,
    private readonly query: PageQuery,
  ) {}

  // biome-ignore lint/suspicious/noThenProperty: a list can be awaited
  then<Kept = Page, Caught = never>(
    keep?: ((page: Page) => Kept | PromiseLike<Kept>) | null,
    handle?: ((reason: unknown) => Caught | PromiseLike<Caught>) | null,
  ): Promise<Kept | Caught> {
    return this.fetchPage(this.query).then(keep, handle)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const { data } of this.pages()) yield* data
  }

  /**
   * Yields page by page, for `pagination.total`. While others write, rows come and go before the place that was
   * reached, and move what follows. So each request begins with the last row of the page before, and goes on after the
   * last row that is known: no row comes twice or is missed, as long as rows keep their order.
   */
  async *pages(): AsyncGenerator<Page> {
    const start = this.query.offset ?? 0
    const limit = Math.max(2, this.query.limit ?? maxLimit)
    const known = new RecentRows()
    let reached = start
    for (let offset = start, hasMore = true; hasMore; ) {
      const page = await this.fetchPage({ ...this.query, limit, offset })
      const place = known.findLast(page.data)
      if (place === -1 && offset > Math.max(start, reached - remembered)) {
        // Rows before the place have gone: what is known is further to the front.
        offset = Math.max(start, offset - limit)
        continue
      }
      const data = page.data.slice(place + 1)
      known.add(data)
      offset += Math.max(0, page.data.length - 1)
      reached = offset
      hasMore = page.pagination.has_more
      yield { ...page, data }
    }
  }
}

class RecentRows {
  private readonly keys = new Set<unknown>()

  /** The index of the last row that is known, or -1. */
  findLast(rows: object[]): number {
    return rows.findLastIndex((row) => this.keys.has(getKey(row)))
  }

  add(rows: object[]): void {
    for (const row of rows) this.keys.add(getKey(row))
    for (const key of this.keys) {
      if (this.keys.size <= remembered) return
      this.keys.delete(key)
    }
  }
}

/** The rows of a difference have an `item_id` alone. */
function getKey(row: { id?: unknown; item_id?: unknown }): unknown {
  return row.id ?? row.item_id
}
