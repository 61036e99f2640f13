export type PageQuery = { limit?: number | undefined; offset?: number | undefined }

export type PageOf<Row> = {
  data: Row[]
  pagination: { total: number; limit: number; offset: number; has_more: boolean }
}

/** The list whose pages have this type. */
export type ListingOf<Page extends PageOf<object>> = Listing<Page['data'][number], Page>

const maxLimit = 100
/** How many rows are remembered, to find the place again where the list has moved. */
const remembered = 10_000
/** How many rows to the front the place is looked for. */
const searched = 1_000

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

  /** Reads to the end. */
  async toArray(): Promise<Row[]> {
    const rows: Row[] = []
    for await (const row of this) rows.push(row)
    return rows
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row> {
    for await (const { data } of this.pages()) yield* data
  }

  /**
   * Yields page by page, for `pagination.total`. While others write, rows come and go before the place that was
   * reached, and move what follows. So each request begins with the last row of the page before, and goes on after the
   * last row that is known: no row comes twice or is missed, as long as rows keep their order, and fewer than 1 000
   * come or go between two pages.
   */
  async *pages(): AsyncGenerator<Page> {
    const known = new RecentRows()
    let place: Place = { offset: this.query.offset ?? 0, total: 0 }
    for (let hasMore = true; hasMore; ) {
      const { offset, page } = await this.findPage(place, known)
      const data = page.data.slice(known.findLast(page.data) + 1)
      known.add(data)
      place = { offset: offset + Math.max(0, page.data.length - 1), total: page.pagination.total }
      hasMore = page.pagination.has_more
      yield { ...page, data }
    }
  }

  /** Fetches the page at the place. If no row of it is known, looks for the one to which known rows have moved. */
  private async findPage(place: Place, known: RecentRows): Promise<{ offset: number; page: Page }> {
    const { limit = maxLimit, offset: start = 0 } = this.query
    const atLeastTwo = Math.max(2, limit)
    const fetchAt = async (offset: number) => {
      return { offset, page: await this.fetchPage({ ...this.query, limit: atLeastTwo, offset }) }
    }
    let found = await fetchAt(place.offset)
    if (known.isEmpty() || known.findLast(found.page.data) !== -1) return found
    const grownBy = found.page.pagination.total - place.total
    for (const offset of guessOffsets(place.offset, grownBy, atLeastTwo)) {
      found = await fetchAt(offset)
      if (known.findLast(found.page.data) !== -1) return found
    }
    // All rows that are known have gone, such as those of a program that deletes each row.
    return found.offset < start ? fetchAt(start) : found
  }
}

/** The row that was reached, and how many the list had then. */
type Place = { offset: number; total: number }

/** Where the place may be now: further back by as many rows as have come, or to the front, where some have gone. */
function* guessOffsets(from: number, grownBy: number, limit: number): Generator<number> {
  const lowest = Math.max(0, from - searched)
  for (let offset = grownBy > 0 ? from + grownBy : from - limit; offset > lowest; offset -= limit) yield offset
  yield lowest
}

class RecentRows {
  private readonly keys = new Set<unknown>()

  isEmpty(): boolean {
    return this.keys.size === 0
  }

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
