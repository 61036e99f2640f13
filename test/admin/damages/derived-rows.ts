import { Segments } from '../../../functions/catalogue/columns/segments'
import { itemLayout } from '../../../functions/catalogue/items/item-layout'
import { writeSegments } from '../../../functions/catalogue/replica/base'
import type { Item } from '../../../functions/domain/items/item'
import { dayMs } from '../../../functions/domain/time'
import { type BaseName, findHead } from '../../../functions/store/catalogue/head'
import { Reader } from '../../../functions/store/commit/reader'
import { readPeople } from '../../../functions/store/companies/person-row'
import { putBlockPage, readBlockPages } from '../../../functions/store/log/block-pages'
import { packParts } from '../../../functions/store/log/counted-parts'
import { readDayCounts } from '../../../functions/store/log/day-counts'
import { keys, type Row } from '../../../functions/store/table/schema'
import { makeUlid } from '../../../functions/store/time/ulids'
import { changeRow, damageChunk, damageSnapshot, deleteRow } from '../../support/damage'
import { ready } from '../../support/damaged-company'
import { putRows } from '../../support/put-rows'
import { putWebhooks } from '../../support/webhook-rows'
import { type Damages, type Found, nameRow, toKey, type World } from './world'

type DayCounts = Awaited<ReturnType<typeof readDayCounts>>[number]

/** The counts of the first day are changed, or left out. */
const damageDay =
  (change: (first: DayCounts) => DayCounts[]) =>
  async (world: World): Promise<Found> => {
    const [first, ...rest] = (await readDayCounts(world.table, world.companyId)) as [DayCounts, ...DayCounts[]]
    const days = [...change(first), ...rest]
    const row = { ...keys.logMonth(world.companyId, '2026-03'), days: days.length, packed: packParts(days) }
    await putRows(world.table, [row])
    return [['wrong_count', first.end]]
  }

/** `at`: of the pages that have blocks. */
const damageBlock =
  (at: number) =>
  async ({ table, companyId }: World): Promise<Found> => {
    const pages = await readBlockPages(table, companyId, { from: '0' })
    const page = pages.filter(({ blocks }) => blocks.length > 0).at(at)
    const [block] = page?.blocks ?? []
    if (!page || !block) throw new Error('there is no block')
    const [name = ''] = Object.keys(block.counts)
    block.counts[name] = (block.counts[name] ?? 0) - 1
    await putBlockPage(table, companyId, page, { replace: true })
    return [['wrong_count', `block through ${block.end}`]]
  }

const loseChunk =
  (base: BaseName) =>
  async ({ table, companyId }: World): Promise<Found> => {
    const head = await findHead(table, companyId, base)
    await deleteRow(table, keys.chunk(head?.base ?? '', 0))
    return [['damaged_base', base]]
  }

const ghost = `itm_${makeUlid(ready)}`

/** Replaces the base of the items: it has what `change` makes of BULK. Without deltas. `wrong`: what is wrong then. */
const damageBase =
  (change: (bulk: Item) => Item[], wrong?: string) =>
  async (world: World): Promise<Found> => {
    const { table, companyId, before, bulk } = world
    const rows = before.filter(({ pk }) => String(pk).startsWith(`ITEMS#${companyId}`))
    const found = await Promise.all(rows.map(({ id }) => new Reader(table, companyId).item(String(id))))
    const items = found
      .flatMap((item) => (item?.id === bulk.id ? change(item) : (item ?? [])))
      .sort((a, b) => (a.id < b.id ? -1 : 1))
    const through = ready - 60_000
    const chunkSet = { companyId, name: makeUlid(ready), expiresAt: ready + dayMs }
    const { name, chunks } = await writeSegments(table, chunkSet, Segments.of(itemLayout, items))
    const times = { watermark: through, created_at: through, through }
    const head = { base: name, chunks, rows: items.length, deltas: [], ...times }
    await putRows(table, [{ ...keys.catalogue(companyId, 'ITEMS'), ...head }])
    return [['wrong_base', wrong ?? bulk.id]]
  }

/** What is made of other rows, and several rows at once. */
export const derivedRows: Damages = {
  'a log row that was counted': async ({ table, companyId, bulk, log }) => {
    const row = log.find(({ item_id, rev }) => item_id === bulk.id && rev === 3) as Row
    await deleteRow(table, toKey(row))
    const day = String(row.created_at).slice(0, 10)
    const { blocks } = (await readBlockPages(table, companyId, { from: day, to: day }))[0] ?? {}
    return [
      ['missing_log_row', bulk.id],
      ['incomplete_transaction', String(row.sk).slice(0, 26)],
      ['wrong_count', day],
      ['wrong_count', `block through ${blocks?.[0]?.end}`],
    ]
  },
  'the count of a day': damageDay((first) => {
    const [name = ''] = Object.keys(first.counts)
    return [{ ...first, counts: { ...first.counts, [name]: (first.counts[name] ?? 0) + 1 } }]
  }),
  'the units of a day': damageDay((first) => {
    const [type = '', [unitsIn, unitsOut]] = Object.entries(first.units ?? {})[0] ?? ['', [0, 0]]
    return [{ ...first, units: { ...first.units, [type]: [unitsIn, unitsOut + 1] } }]
  }),
  'the count of a day that is left out': damageDay(() => []),
  'the count of a block of a final day': damageBlock(0),
  'the count of a block of an open day': damageBlock(-1),
  'a chunk of the base of the items': loseChunk('items'),
  'a chunk of the base of the orders': loseChunk('orders'),
  'a chunk of the base of orders by item': loseChunk('orders_by_item'),
  'a byte of a base': async ({ table, companyId }) => {
    await damageChunk(table, (await findHead(table, companyId, 'items'))?.base ?? '')
    return [['damaged_base', 'items']]
  },
  'a base that has another name of an item': damageBase((bulk) => [{ ...bulk, name: 'Wrong' }]),
  'a base that lacks an item': damageBase(() => []),
  'a base that has an item without a row': damageBase((bulk) => [bulk, { ...bulk, id: ghost }], ghost),
  'a byte of a snapshot': async ({ table, companyId, snapshot }) => {
    await damageSnapshot(table, companyId, snapshot.id)
    return [['damaged_snapshot', snapshot.id]]
  },
  'nothing: a restore that was taken for failed, since another one has the lock': async ({ table, at }) => {
    await changeRow(table, at.restore, { status: 'running', heartbeat: ready })
    await changeRow(table, at.lock, { heartbeat: ready })
    return []
  },
  'more webhooks than a company may have': async ({ table, companyId, at }) => {
    const ids = await putWebhooks(table, companyId, Array(9).fill({}))
    await changeRow(table, at.webhookCount, { n: 2 + ids.length })
    return [['wrong_webhook_count', companyId]]
  },
  'keys, people and webhooks that are not suspended with their company': async (world) => {
    const { table, companyId, at, keyId, webhooks } = world
    await changeRow(table, at.company, { suspended_at: ready })
    const people = await readPeople(table, companyId)
    expect(people).toHaveLength(2)
    return [
      ['wrong_key', keyId],
      ...people.map(({ id }): Found[number] => ['wrong_person', id]),
      ['wrong_webhook', webhooks.webhookId],
      ['wrong_webhook', webhooks.disabledId],
    ]
  },
  'rows that must stay, and would expire': async ({ table, at }) => {
    const { item, sku, order, receipt, company, key, keyOfCompany, webhook, webhookCount, due } = at
    const rows = [item, sku, order, receipt, company, key, keyOfCompany, webhook, webhookCount, due]
    for (const row of rows) await changeRow(table, row, { expires_at: Math.ceil(ready / 1_000) + 86_400 })
    return rows.map((row) => ['expiring_row', nameRow(row)])
  },
}
