import type { Table } from '../../functions/store/client'
import { makeLatch } from './latch'

/**
 * Commands of one type wait until `release` is called: before they are sent, or before their answer is returned.
 * `reached` resolves when a command waits.
 */
export function makeGate(
  table: Table,
  command: new (...input: never[]) => unknown,
  which: (input: {
    Item?: Record<string, unknown>
    ExpressionAttributeValues?: Record<string, unknown>
  }) => boolean = () => true,
  hold: 'request' | 'answer' = 'request',
) {
  const { db: inner } = table
  const { opened: released, open: release } = makeLatch()
  const { opened: reached, open: arrive } = makeLatch()
  const send = async (sent: { input: object }, options: unknown) => {
    if (!(sent instanceof command) || !which(sent.input)) return inner.send(sent as never, options as never)
    const answer = hold === 'answer' ? await inner.send(sent as never) : null
    arrive()
    await released
    return answer ?? inner.send(sent as never, options as never)
  }
  const db = new Proxy(inner, { get: (target, name) => (name === 'send' ? send : Reflect.get(target, name)) })
  return { gated: { ...table, db }, release, reached }
}
