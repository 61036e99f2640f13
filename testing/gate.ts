import type { Table } from '../functions/store/client'

/** A table whose commands of a kind wait until they are released: before they are sent, or with their answer. */
export function gate(
  table: Table,
  command: new (...input: never[]) => unknown,
  which: (input: {
    Item?: Record<string, unknown>
    ExpressionAttributeValues?: Record<string, unknown>
  }) => boolean = () => true,
  hold: 'request' | 'answer' = 'request',
) {
  const { db: inner } = table
  let release = () => {}
  let arrive = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const reached = new Promise<void>((resolve) => {
    arrive = resolve
  })
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
