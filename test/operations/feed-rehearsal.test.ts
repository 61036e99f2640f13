import { setTimeout as pause } from 'node:timers/promises'
import { makeRandom } from '../../bench/seed'
import type { Item } from '../../functions/domain/items/item'
import { listEvents } from '../../functions/operations/log/list-events'
import { queryAll, type Table } from '../../functions/store/client'
import { toEvents } from '../../functions/store/log/events'
import { parseLogRow } from '../../functions/store/log/log-row'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { makeContext } from '../support/shop'
import { runSkewedWriters } from '../support/skewed-writers'
import { makeCaller, useTable } from '../support/table'

const seconds = 60
/** It is 5 s ahead of one of the writers. */
const readerSkew = 2_500

const engine = useTable()

rehearse(
  '3 writers at full speed beside a reader that is killed: each change once, none invented, in order',
  async () => {
    const random = makeRandom(chooseSeed())
    const companyId = 'cmp_01K00000000000000000000009'
    const tableAt = (skew: number): Table => ({ ...engine.table, now: () => Date.now() + skew })
    const until = performance.now() + seconds * 1_000
    let writing = true
    const written = runSkewedWriters(engine.table, companyId, { until, random }).finally(() => {
      writing = false
    })
    const taken: ReturnType<typeof toEvents> = []
    let [cursor, kills, pages, ends] = ['', 0, 0, 0]
    const readPage = async (table: Table): Promise<boolean> => {
      const context = makeContext(table, makeCaller(companyId))
      const page = await listEvents(context, { ...(cursor === '' ? {} : { after: cursor }), limit: 7 })
      pages += 1
      if (random() < 0.1) {
        kills += 1 // before it has stored what it got
        return true
      }
      taken.push(...page.events)
      cursor = page.cursor
      return page.hasMore
    }
    while (writing) {
      if (await readPage(tableAt(readerSkew))) continue
      ends += 1
      await pause(50)
    }
    const changes = (await written).reduce((sum, count) => sum + count, 0)
    const later = { ...engine.table, now: () => Date.now() + 30_000 }
    while (await readPage(later));
    const log = await queryAll(engine.table, {
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `LOG#${companyId}` },
    })
    process.stderr.write(
      `${changes} changes answered, ${log.length} committed, ${taken.length} events, ${pages} pages, ` +
        `${ends} times at the end, ${kills} kills\n`,
    )
    expect(taken.map(({ id }) => id)).toEqual(log.flatMap((row) => toEvents(parseLogRow(row)).map(({ id }) => id)))
    const revisions = new Map<string, number>()
    for (const { resource_id, data, type } of taken) {
      const { rev } = data.object as Item
      const isCrossing = type === 'item.low_stock' || type === 'item.restocked'
      expect(rev).toBe((revisions.get(resource_id) ?? 0) + (isCrossing ? 0 : 1))
      revisions.set(resource_id, rev)
    }
    expect(log.length).toBeGreaterThanOrEqual(changes)
  },
  300_000,
)
