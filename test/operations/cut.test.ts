import { QueryCommand } from '@aws-sdk/lib-dynamodb'
import fc from 'fast-check'
import { compact, planCompaction } from '../../functions/catalogue/compaction'
import { itemsSource } from '../../functions/catalogue/items/item-catalogue'
import { sumQuantities } from '../../functions/catalogue/items/item-layout'
import { writeBase } from '../../functions/catalogue/replica/base'
import { Refusal } from '../../functions/domain/errors'
import { dayMs } from '../../functions/domain/time'
import { readItemsAtOnce } from '../../functions/operations/snapshots/items-at-once'
import { takeSnapshot } from '../../functions/operations/snapshots/take-snapshot'
import { toItemRow } from '../../functions/store/items/item-row'
import { parseLogRow } from '../../functions/store/log/log-row'
import { unpackItem } from '../../functions/store/log/packed-item'
import type { Row } from '../../functions/store/table/schema'
import { queryPartitions, type Table } from '../../functions/store/table/table'
import { interceptSends } from '../support/dying'
import { rehearse } from '../support/rehearse'
import { chooseSeed } from '../support/seed'
import { openShop, type Shop } from '../support/shop'
import { chooseSize } from '../support/size'
import { stockUp } from '../support/stock'
import { noon, useTable } from '../support/table'

// A snapshot holds a database transaction whole or not at all. The local engine never shows half of one. DynamoDB may,
// and so do the reads here.

const engine = useTable()

const stock = 1_000

async function makePairs(count: number) {
  const shop = await openShop(engine.table)
  const since = noon - dayMs
  const items = await stockUp(engine.table, shop.companyId, count, { since, quantity: () => stock })
  return { shop, ids: items.map(({ id }) => id), total: count * stock }
}

const move = (shop: Shop, from: string, to: string, quantity: number) =>
  shop.move({ type: 'issue', quantity, item_id: from }, { type: 'receive', quantity, item_id: to })

rehearse(
  '20 snapshots, while stock is moved between pairs of items all the time: the total is the same in each',
  async () => {
    const { shop, ids, total } = await makePairs(24)
    let moves = 0
    let stop = false
    const mover = async (own: string[]) => {
      for (; !stop; moves++)
        await move(shop, own[moves % own.length] ?? '', own[(moves + 1) % own.length] ?? '', 1 + (moves % 3))
    }
    const movers = [0, 8, 16].map((from) => mover(ids.slice(from, from + 8)))
    const seen = new Set<string>()
    for (let n = 0; n < 20; n++) {
      const { snapshot } = await takeSnapshot(shop.context, { name: null, type: 'manual' })
      expect(snapshot).toMatchObject({ status: 'ready', item_count: 24, total_quantity: total })
      seen.add(snapshot.checksum ?? '')
    }
    stop = true
    await Promise.all(movers)
    expect(seen.size).toBeGreaterThan(10) // they were not all of the same moment
    expect(moves).toBeGreaterThan(50)
  },
)

/** A table of which a query shows what `seen` makes of it; `meanwhile` happens before each. */
function interceptReads(seen: (shown: Row[]) => Promise<Row[]>, meanwhile = async () => {}): Table {
  return interceptSends(engine.table, async (send, command) => {
    if (!(command instanceof QueryCommand)) return send(command)
    await meanwhile()
    const answer = (await send(command)) as { Items?: Row[] }
    return { ...answer, Items: await seen(answer.Items ?? []) }
  })
}

const isLogged = (shown: Row) => shown.n !== undefined

/**
 * A table whose new rows become visible one by one, some reads after they were written: as if their transaction
 * were not finished yet.
 */
async function showSlowly(companyId: string, delay: () => number, meanwhile: () => Promise<void>): Promise<Table> {
  const logOf = () => queryPartitions(engine.table, [`LOG#${companyId}`])
  const known = new Set((await logOf()).map(({ item_id, rev }) => `${item_id} ${rev}`))
  const due = new Map<string, number>()
  let reads = 0
  const shows = (what: string, version: string) => {
    if (known.has(version)) return true
    if (!due.has(what + version)) due.set(what + version, reads + delay())
    return (due.get(what + version) ?? 0) <= reads
  }
  return interceptReads(async (shown) => {
    reads += 1
    const log = new Map((await logOf()).map((each) => [`${each.item_id} ${each.rev}`, each]))
    return shown.flatMap((each) => {
      if (isLogged(each)) return shows('log', `${each.item_id} ${each.rev}`) ? [each] : []
      let rev = Number(each.rev)
      while (!shows('row', `${each.id} ${rev}`)) rev -= 1
      if (rev === each.rev) return [each]
      return [toItemRow(companyId, unpackItem(parseLogRow(log.get(`${each.id} ${rev}`))))]
    })
  }, meanwhile)
}

/** Every transaction of the log, as far as the cut has it: by half is a failure. */
async function expectWhole(companyId: string, items: Awaited<ReturnType<typeof readItemsAtOnce>>): Promise<void> {
  const log = await queryPartitions(engine.table, [`LOG#${companyId}`])
  const parts = new Map<string, Set<boolean>>()
  for (const { sk, item_id, rev } of log) {
    const [transaction = ''] = String(sk).split('#')
    const at = items.find(String(item_id))
    const within = at !== null && items.getRevision(at) >= Number(rev)
    parts.set(transaction, (parts.get(transaction) ?? new Set()).add(within))
  }
  expect([...parts].filter(([, within]) => within.size > 1)).toEqual([])
}

/** What is read holds every transaction whole, and all stock; or the read is refused. */
async function expectWholeOrRefused(
  { shop, total }: Awaited<ReturnType<typeof makePairs>>,
  from: Table,
  outcomes: { whole: number; refused: number },
): Promise<Awaited<ReturnType<typeof readItemsAtOnce>> | null> {
  try {
    const items = await readItemsAtOnce(from, shop.companyId)
    expect(sumQuantities(items)).toBe(total)
    await expectWhole(shop.companyId, items)
    outcomes.whole += 1
    return items
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    expect(error.code).toBe('resource_busy')
    outcomes.refused += 1
    return null
  }
}

const coins = fc.infiniteStream(fc.nat({ max: 9 }))

rehearse.each(['rows', 'base', 'deltas'])(
  'transactions that show themselves row by row: the cut, from %s, holds',
  async (from) => {
    const runs = 16
    const outcomes = { whole: 0, refused: 0 }
    await fc.assert(
      fc.asyncProperty(coins, async (stream) => {
        const pairs = await makePairs(8)
        const { shop, ids } = pairs
        const toss = () => stream.next().value ?? 0
        const someMoves = async () => {
          for (let n = toss() % 2; n > 0; n--)
            await move(shop, ids[toss() % 8] ?? '', ids[toss() % 8] ?? '', 1 + toss())
        }
        if (from !== 'rows') await writeBase(engine.table, shop.companyId, itemsSource)
        if (from === 'deltas') {
          await someMoves()
          engine.setTime(engine.table.now() + 60_000)
          await compact(engine.table, shop.companyId, await planCompaction(engine.table, shop.companyId, null))
        }
        await someMoves()
        const acknowledged = await readItemsAtOnce(engine.table, shop.companyId)
        const slow = await showSlowly(shop.companyId, () => (toss() < 5 ? 0 : 2 * toss()), someMoves)
        const items = await expectWholeOrRefused(pairs, slow, outcomes)
        if (items === null) return
        for (const id of ids) {
          const rev = (of: typeof items) => of.getRevision(of.find(id) ?? -1)
          expect(rev(items)).toBeGreaterThanOrEqual(rev(acknowledged))
        }
      }),
      { seed: chooseSeed(), numRuns: runs, endOnFailure: true },
    )
    expect(outcomes.whole).toBeGreaterThan(runs / 2)
  },
)

test('rows of the log hidden at random from every read: the cut holds, or is refused', async () => {
  const outcomes = { whole: 0, refused: 0 }
  await fc.assert(
    fc.asyncProperty(coins, async (stream) => {
      const pairs = await makePairs(8)
      const { shop, ids } = pairs
      const toss = () => stream.next().value ?? 0
      await writeBase(engine.table, shop.companyId, itemsSource)
      for (let n = 0; n < 12; n++) await move(shop, ids[toss() % 8] ?? '', ids[toss() % 8] ?? '', 1 + toss())
      const hiding = interceptReads(async (shown) => shown.filter((each) => !isLogged(each) || toss() > 0))
      await expectWholeOrRefused(pairs, hiding, outcomes)
    }),
    { seed: chooseSeed(), numRuns: chooseSize({ quick: 2, thorough: 50 }), endOnFailure: true },
  )
  expect(outcomes.whole).toBeGreaterThan(0)
})
