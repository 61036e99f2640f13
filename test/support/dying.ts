import type { Table } from '../../functions/store/table/table'

export type Command = { input: object }
type Send = (command: Command) => Promise<unknown>

/** Makes a table that sends its commands through `send`. */
export function interceptSends(table: Table, send: (send: Send, command: Command) => Promise<unknown>): Table {
  const { db: inner } = table
  const own = (command: Command, options: unknown) =>
    send((sent) => inner.send(sent as never, options as never), command)
  const db = new Proxy(inner, { get: (target, name) => (name === 'send' ? own : Reflect.get(target, name)) })
  return { ...table, db }
}

type Act = (command: Command) => unknown

/** Acts before each command is sent. Where that throws, the command is not sent. */
export const beforeSends = (table: Table, act: Act): Table =>
  interceptSends(table, async (send, command) => {
    await act(command)
    return send(command)
  })

/** Acts when a command has been answered. Where that throws, the answer is lost. */
export const afterSends = (table: Table, act: Act): Table =>
  interceptSends(table, async (send, command) => {
    const answer = await send(command)
    await act(command)
    return answer
  })

/**
 * Its process dies at the `nth` call for which `counts` is true. With `arrives`, that call still reaches DynamoDB, but
 * its answer is lost. No later call is sent.
 */
export function makeDyingTable(
  table: Table,
  nth: number,
  { counts = (_: Command): boolean => true, arrives = false } = {},
): Table {
  let count = 0
  return interceptSends(table, async (send, command) => {
    if (count < nth && counts(command)) count += 1
    if (count < nth) return send(command)
    if (count++ === nth && arrives) await send(command)
    throw new Error('killed')
  })
}
