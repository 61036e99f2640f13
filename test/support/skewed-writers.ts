import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../../functions/domain/errors'
import type { Item } from '../../functions/domain/items/item'
import type { Table } from '../../functions/store/client'
import { interceptSends } from './dying'
import { makeShop, type Shop } from './shop'
import { makeCaller } from './table'

/** Clocks of two actors differ by at most 5 s. */
const skews = [-2_500, 0, 2_500]
/** D and four seconds more: from the stamp of a change to its commit. */
const latestCommitMs = 10_000

/** A clock that moves on with what is done: `step` is told of each change, and `wait` ends when the time has come. */
type Clock = { now: () => number; step: () => void; wait: (ms: number) => Promise<void> }

/** `until`: by the clock, which is that of the machine unless one is given. */
type Course = { until: number; random: () => number; clock?: Clock }

/** Three writers at full speed, whose clocks differ and whose commits are late. Returns how many changes each made. */
export function runSkewedWriters(table: Table, companyId: string, course: Course): Promise<number[]> {
  return Promise.all(
    skews.map((skew, index) => {
      const skewed = { ...table, now: () => (course.clock?.now() ?? Date.now()) + skew }
      const shop = makeShop(holdBack(skewed, course), makeCaller(companyId))
      return write(shop, `W${index}`, course)
    }),
  )
}

/** One in 20 transactions is on its way for up to ten seconds. */
function holdBack(table: Table, { random, clock }: Course): Table {
  const wait = clock?.wait ?? pause
  return interceptSends(table, async (send, command) => {
    const isChange = command.constructor.name === 'TransactWriteCommand'
    if (isChange && random() < 0.05) await wait(random() * latestCommitMs * 0.99)
    return send(command)
  })
}

/** Creates, updates and moves items at full speed, several at once. Returns how many changes were answered. */
async function write(shop: Shop, name: string, { until, random, clock }: Course): Promise<number> {
  const items: Item[] = []
  let changes = 0
  const work = async () => {
    while ((clock?.now() ?? performance.now()) < until) {
      clock?.step()
      const item = items[Math.floor(random() * items.length)]
      const chance = random()
      const change =
        item === undefined || (chance < 0.1 && items.length < 50)
          ? shop
              .createItem({ name, sku: `${name}-${changes}-${random()}`, quantity: 5, reorder_point: 4 })
              .then((made) => items.push(made))
          : chance < 0.4
            ? shop.updateItem(item.id, { reorder_point: Math.floor(random() * 9) })
            : shop.move({ item_id: item.id, type: chance < 0.7 ? 'receive' : 'issue', quantity: 1 })
      await change.then(
        (result: object | number) => {
          const isSame = typeof result === 'object' && 'change' in result && result.change === null
          if (!isSame) changes += 1
        },
        (error: unknown) => {
          if (!(error instanceof Refusal)) throw error
        },
      )
    }
  }
  await Promise.all([work(), work(), work(), work()])
  return changes
}
