import { Refusal } from '../../functions/domain/errors'
import type { Item } from '../../functions/domain/items/item'
import type { Table } from '../../functions/store/table/table'
import { interceptSends } from './dying'
import { makeLatch } from './latch'
import { makeShop, type Shop } from './shop'
import { makeCaller } from './table'

/** Clocks of two actors differ by at most 5 s. */
const skews = [-2_500, 0, 2_500]
/** What each writer does at the same time. */
const atOnce = 4
/** The send window, and four seconds more: from the stamp of a change to its commit. */
const latestCommitMs = 10_000

/** `count`: the attempts of each writer. */
export type Course = { count: number; random: () => number }

/** Three writers at full speed, whose clocks differ and whose commits are late. Returns how many changes each made. */
export function runSkewedWriters(table: Table, companyId: string, course: Course): Promise<number[]> {
  const late = new LateCommits(course.random)
  const writers = skews.map((skew, index) => {
    const skewed = { ...table, now: () => Date.now() + skew }
    const shop = makeShop(holdBack(skewed, late), makeCaller(companyId))
    return write(shop, `W${index}`, course, late)
  })
  return Promise.all(writers)
}

/** What of the writers is on its way: one in 50 transactions, for up to ten seconds. */
class LateCommits {
  private readonly held: { due: number; open: () => void }[] = []
  /** How many go on with their work. */
  private working = skews.length * atOnce

  constructor(private readonly random: () => number) {}

  async take(): Promise<void> {
    if (this.random() >= 0.02) return
    const { opened, open } = makeLatch()
    this.held.push({ due: Date.now() + this.random() * latestCommitMs * 0.99, open })
    this.working -= 1
    this.sendDue()
    await opened
  }

  /** Looked at with each answer. Where nobody works on, none would come: the first is sent then. */
  sendDue(): void {
    this.held.sort((a, b) => a.due - b.due)
    for (let [first] = this.held; first && (first.due <= Date.now() || this.working <= 0); [first] = this.held) {
      this.held.shift()
      this.working += 1
      first.open()
    }
  }

  /** One has ended its work. */
  end(): void {
    this.working -= 1
    this.sendDue()
  }
}

function holdBack(table: Table, late: LateCommits): Table {
  return interceptSends(table, async (send, command) => {
    if (command.constructor.name === 'TransactWriteCommand') await late.take()
    return send(command).finally(() => late.sendDue())
  })
}

/** Creates, updates and moves items at full speed, several at once. Returns how many changes were answered. */
async function write(shop: Shop, name: string, { random, count }: Course, late: LateCommits): Promise<number> {
  const items: Item[] = []
  let [attempts, changes] = [0, 0]
  const work = async () => {
    while (attempts++ < count) {
      const item = items[Math.floor(random() * items.length)]
      const chance = random()
      try {
        if (item === undefined || (chance < 0.1 && items.length < 50)) {
          const sku = `${name}-${changes}-${random()}`
          items.push(await shop.createItem({ name, sku, quantity: 5, reorder_point: 4 }))
        } else if (chance < 0.4) {
          const { change } = await shop.updateItem(item.id, { reorder_point: Math.floor(random() * 9) })
          if (change === null) continue
        } else await shop.move({ item_id: item.id, type: chance < 0.7 ? 'receive' : 'issue', quantity: 1 })
        changes += 1
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, () => work().finally(() => late.end())))
  return changes
}
