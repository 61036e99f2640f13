import type { Table } from '../../functions/store/table/table'
import { interceptSends } from './dying'
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
  const { opened: released, open: release } = makeLatch()
  const { opened: reached, open: arrive } = makeLatch()
  const gated = interceptSends(table, async (send, sent) => {
    if (!(sent instanceof command) || !which(sent.input)) return send(sent)
    const answer = hold === 'answer' ? await send(sent) : null
    arrive()
    await released
    return answer ?? send(sent)
  })
  return { gated, release, reached }
}
