import type { PageRequest } from '../../domain/list'

/**
 * The page of a list that has `count` base rows, without those at the indexes in `gone` (ascending), and with the rows
 * of `inserted` (in order), each before the base row at its index. Returns base rows as their index. Takes as long as
 * there are changes and rows on the page, however far back that is.
 */
export function mergePage<Row extends object>(
  count: number,
  { gone, inserted }: { gone: number[]; inserted: { index: number; row: Row }[] },
  { limit, offset }: PageRequest,
): (Row | number)[] {
  const page: (Row | number)[] = []
  let [index, passed, nextGone, nextInserted] = [0, 0, 0, 0]
  while (page.length < limit) {
    const insert = inserted[nextInserted]
    const end = Math.min(gone[nextGone] ?? count, insert?.index ?? count)
    const skipped = Math.min(end - index, Math.max(0, offset - passed))
    index += skipped
    passed += skipped
    for (; index < end && page.length < limit; passed++) page.push(index++)
    if (page.length === limit) break
    if (insert?.index === end) {
      if (passed >= offset) page.push(insert.row)
      passed += 1
      nextInserted += 1
    } else if (end < count) {
      index += 1 // it is gone
      nextGone += 1
    } else break
  }
  return page
}
