import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeRandom } from '../../bench/seed'
import { useFolder } from '../../test/support/folder'
import { makeQueuesStack } from '../../test/support/queues-stack'
import { chooseSeed } from '../../test/support/seed'
import { chooseSize } from '../../test/support/size'
import { readTestStack } from '../../test/support/stack'
import { DueTimes } from '../queues/due-times'
import { MessageQueue } from '../queues/message-queue'
import { openQueues } from '../queues/queues'

let now = 0
beforeEach(() => {
  now = 1_000_000
})
const open = (settings = {}) => new MessageQueue('Queue', () => now, settings)
const bodies = (queue: MessageQueue, most = 10) => queue.receive(most).map(({ body }) => body)

test('the queues of a template are those of failures and of what runs a function, as the template sets them', () => {
  const { all, failures, deliveries } = openQueues(makeQueuesStack(), () => now)
  expect(all).toHaveLength(2)
  expect(failures).toMatchObject({ name: 'Stack-Failures', settings: { visibilityMs: 30_000, delayMs: 0 } })
  expect(deliveries).toMatchObject({ name: 'Stack-Deliveries', settings: { visibilityMs: 120_000 } })
  expect(openQueues(readTestStack(), () => now).failures.settings.retentionMs).toBe(14 * 86_400_000)
})

test('what was received too often goes to the other queue, as the template says', () => {
  const stack = makeQueuesStack()
  const RedrivePolicy = { deadLetterTargetArn: { 'Fn::GetAtt': ['Failures', 'Arn'] }, maxReceiveCount: 2 }
  Object.assign(stack.template.Resources.Deliveries?.Properties ?? {}, { RedrivePolicy })
  const { failures, deliveries: queue } = openQueues(stack, () => now)
  if (!queue) throw new Error('the template has it')
  queue.send('poison', { attributes: { of: 'a test' } })
  for (const _ of [1, 2]) {
    expect(bodies(queue)).toEqual(['poison'])
    now += 120_000
  }
  expect([bodies(queue), queue.list()]).toEqual([[], []])
  expect(failures.list()).toMatchObject([{ body: 'poison', attributes: { of: 'a test' }, received: 0 }])
})

test('old messages are gone, hidden ones too', () => {
  const queue = open({ retentionMs: 60_000 })
  queue.send('hidden')
  queue.receive(1, Number.POSITIVE_INFINITY)
  queue.send('delayed', { delayMs: 90_000 })
  now += 30_000
  queue.send('young')
  now += 30_000
  expect(queue.list().map(({ body }) => body)).toEqual(['young'])
  now += 29_999
  expect(bodies(queue)).toEqual(['young'])
  now += 1
  expect(queue.count()).toEqual({ visible: 0, hidden: 0, delayed: 0 })
})

test('what is taken for good stays hidden until it is given back', () => {
  const queue = open()
  queue.send('a')
  const [message] = queue.receive(1, Number.POSITIVE_INFINITY)
  expect(queue.nextVisibleAt).toBeNull()
  now += 3_600_000
  expect(bodies(queue)).toEqual([])
  queue.hide(message?.receipt ?? '', 5_000)
  expect(queue.nextVisibleAt).toBe(now + 5_000)
  now += 5_000
  expect(bodies(queue)).toEqual(['a'])
  expect(queue.hide(message?.receipt ?? '', 0)).toBe(false) // an old receipt
})

test('where the clock goes back, what is visible stays so, and what is delayed waits for its time', () => {
  const queue = open()
  queue.send('a')
  queue.send('b', { delayMs: 5_000 })
  now -= 3_600_000
  expect(bodies(queue)).toEqual([])
  now += 3_600_000
  expect(queue.visibleCount).toBe(1)
  now -= 3_600_000
  expect(bodies(queue)).toEqual(['a'])
  now += 3_605_000
  expect(bodies(queue)).toEqual(['a', 'b'])
})

test('random calls have the answers of a plain list', () => {
  const random = makeRandom(chooseSeed())
  const pick = (below: number) => Math.floor(random() * below)
  const queue = open({ visibilityMs: 20 })
  const steps = chooseSize({ quick: 500, thorough: 5_000 })
  const model = new Map<string, { hiddenUntil: number; receipt: string }>()
  for (let step = 0; step < steps; step++) {
    const kind = pick(5)
    const [id, message] = [...model][pick(Math.max(1, model.size))] ?? []
    if (kind === 0) now += pick(15)
    if (kind === 1) {
      const delayMs = pick(2) * pick(30)
      model.set(queue.send('a', { delayMs }).id, { hiddenUntil: now + delayMs, receipt: '' })
    }
    if (kind === 2) {
      const most = 1 + pick(3)
      const visible = [...model.values()].filter(({ hiddenUntil }) => hiddenUntil <= now).length
      const received = queue.receive(most)
      expect(received).toHaveLength(Math.min(most, visible))
      for (const { id, receipt } of received) {
        expect(model.get(id)?.hiddenUntil).toBeLessThanOrEqual(now)
        model.set(id, { hiddenUntil: now + 20, receipt })
      }
    }
    if (kind === 3 && id !== undefined && message?.receipt) {
      queue.delete(message.receipt)
      model.delete(id)
    }
    if (kind === 4 && message?.receipt) {
      const hiddenMs = pick(30)
      const inFlight = message.hiddenUntil > now
      expect(queue.hide(message.receipt, hiddenMs)).toBe(inFlight)
      if (inFlight) message.hiddenUntil = now + hiddenMs
    }
    expect(queue.list().map((each) => each.id)).toEqual([...model.keys()])
  }
})

test('what is due next among ten thousand is found without a search of them', () => {
  const due = new DueTimes<number>()
  let reads = 0
  const countRead = (ms: number) => {
    reads++
    return ms
  }
  const times = Array.from({ length: 10_000 }, (_, at) => (at * 7_919) % 900_000)
  for (const ms of times) due.add({ valueOf: () => countRead(ms) } as unknown as number, ms)
  const found = times.map(() => {
    const value = due.next?.value
    due.removeNext()
    return value
  })
  expect(found).toEqual(times.toSorted((a, b) => a - b))
  expect(reads / times.length).toBeLessThan(4 * Math.log2(times.length) + 4)
})

const folder = useFolder()
let files = 0
const makeFile = () => join(folder, `${++files}.jsonl`)
/** What had it before is not closed: as in a process that was killed. */
const openFile = (file: string) => new MessageQueue('Queue', () => now, { visibilityMs: 20_000 }, file)
const countLines = (file: string) => readFileSync(file, 'utf8').split('\n').length - 1

test('a queue that is opened again on its file has what was sent and not deleted, each at its time', () => {
  const file = makeFile()
  const queue = openFile(file)
  queue.send('done')
  queue.send('in flight', { attributes: { a: 'ü\n' }, groupId: 'g' })
  queue.send('given back')
  queue.send('delayed', { delayMs: 900_000 })
  const [done, inFlight, givenBack] = queue.receive(3, Number.POSITIVE_INFINITY)
  queue.delete(done?.receipt ?? '')
  queue.hide(givenBack?.receipt ?? '', 5_000)
  queue.send('fresh')
  const again = openFile(file)
  expect(again.list()).toEqual(queue.list().map((each) => ({ ...each, hiddenUntil: expect.any(Number) })))
  expect(again.count()).toEqual({ visible: 1, hidden: 2, delayed: 1 })
  expect(bodies(again)).toEqual(['fresh'])
  now += 5_000
  expect(bodies(again)).toEqual(['given back'])
  now += 14_999
  expect(bodies(again)).toEqual([])
  now += 1
  expect(again.receive(1)).toMatchObject([{ id: inFlight?.id, received: 2, attributes: { a: 'ü\n' }, groupId: 'g' }])
  now += 880_000
  expect(bodies(again)).toContain('delayed')
})

test('a receipt of before is good for the queue that is opened again; what is old is gone', () => {
  const file = makeFile()
  openFile(file).send('a')
  const [message] = openFile(file).receive(1)
  const again = openFile(file)
  again.delete(message?.receipt ?? '')
  expect(openFile(file).list()).toEqual([])
  again.send('old')
  now += 4 * 86_400_000
  expect(openFile(file).list()).toEqual([])
  expect(countLines(file)).toBe(0)
})

test('a half-written last line is ignored, and does not spoil the next', () => {
  const file = makeFile()
  openFile(file).send('a')
  appendFileSync(file, readFileSync(file, 'utf8').slice(0, -20))
  const queue = openFile(file)
  expect(queue.list().map(({ body }) => body)).toEqual(['a'])
  queue.send('b')
  expect(bodies(openFile(file))).toEqual(['a', 'b'])
})

test('opening leaves one line for each message in the file, and a queue that is empty leaves none', () => {
  const file = makeFile()
  const queue = openFile(file)
  for (let n = 0; n < 10; n++) queue.send(`${n}`)
  for (const { receipt } of queue.receive(7)) queue.delete(receipt)
  expect(countLines(file)).toBe(24)
  const again = openFile(file)
  expect(countLines(file)).toBe(3)
  for (const { receipt } of again.receive(3)) again.delete(receipt)
  expect(countLines(file)).toBe(0)
})

test('what is damaged is told; what happens after the end is not kept', () => {
  const file = makeFile()
  const queue = openFile(file)
  queue.close()
  queue.send('late')
  expect(openFile(file).list()).toEqual([])
  appendFileSync(file, '["id",{"body":1}]\n')
  expect(() => openFile(file)).toThrow(`id in ${file} is not as expected`)
})
